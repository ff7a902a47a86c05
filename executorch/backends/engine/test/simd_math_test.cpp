#include <executorch/backends/engine/kernels/simd/half_loops.h>
#include <executorch/backends/engine/kernels/simd/pointwise_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/test/kernel_twin.h>

#include <cmath>
#include <cstring>
#include <limits>

// Functions with vectors against <cmath> in double precision, and conversions
// of float16, under each target.
namespace executorch::backends::engine::testing {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

/// Every 4099th float, and special ones.
std::vector<float> many_floats() {
  std::vector<float> values = {0.0f, -0.0f, kInf, -kInf, NAN, 1e-45f, 3e38f};
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 4099) {
    const auto word = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &word, sizeof(value));
    values.push_back(value);
  }
  for (float x = -12; x < 12; x += 1e-3f) {
    values.push_back(x);
  }
  return values;
}

/// Distance in units in the last place of the expected value, or of the
/// smallest normal number.
double units(float found, double expected) {
  const auto rounded = static_cast<float>(expected);
  if (found == rounded || (std::isnan(found) && std::isnan(rounded))) {
    return 0;
  }
  const double scale =
      std::max(std::fabs(expected), double{std::numeric_limits<float>::min()});
  const double unit = std::ldexp(1.0, std::ilogb(scale) - 23);
  return std::fabs(static_cast<double>(found) - expected) / unit;
}

void check_function(Unary::Kind kind, double (*f)(double), double limit) {
  const std::vector<float> x = many_floats();
  std::vector<float> y(x.size());
  const float* operands[] = {x.data()};
  simd::unary_function(kind)(operands, y.data(), y.size(), {});
  double worst = 0;
  float where = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double distance = units(y[i], f(static_cast<double>(x[i])));
    if (!(distance <= worst)) {
      worst = distance;
      where = x[i];
    }
  }
  EXPECT_LE(worst, limit) << "kind " << static_cast<int>(kind) << " at "
                          << where;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

TEST(SimdMathTest, FunctionsAreWithinTheirErrors) {
  using K = Unary::Kind;
  for_each_target([] {
    check_function(K::kExp, std::exp, 2);
    check_function(K::kLog, std::log, 2);
    check_function(K::kTanh, std::tanh, 4);
    check_function(K::kErf, std::erf, 4);
    check_function(K::kSigmoid, sigmoid, 3);
    check_function(K::kSqrt, std::sqrt, 0.5);
    check_function(K::kFloor, std::floor, 0);
    check_function(K::kCeil, std::ceil, 0);
    check_function(K::kRound, std::nearbyint, 0);
    check_function(K::kTruncate, std::trunc, 0);
  });
}

TEST(SimdMathTest, QuotientsByOneNumberAreExact) {
  std::vector<float> numbers = {kInf, -kInf, NAN, 0.0f, -0.0f, 3e38f, -1e-30f};
  const TestTensor more = random(ScalarType::Float, {5000}, -1e3f, 1e3f);
  const std::vector<float> values = more.floats();
  numbers.insert(numbers.end(), values.begin(), values.end());
  const auto size = static_cast<int64_t>(numbers.size());
  for (const float divisor : {6.0f, 3.0f, -0.1f, 127.5f, 1e-10f}) {
    NodeCase node{Binary{Binary::Kind::kDiv},
                  {floats({size}, numbers), floats({}, {divisor})}};
    node.first_constant = 1;
    for_each_target([&] {
      const auto y = run_kernel(node, [&](const NodeView& view) {
        return simd::make_pointwise(std::get<Binary>(node.op), view);
      });
      const std::vector<float> quotients = y[0].floats();
      for (size_t i = 0; i < numbers.size(); ++i) {
        const float expected = numbers[i] / divisor;
        ASSERT_TRUE(std::memcmp(&quotients[i], &expected, sizeof(float)) == 0 ||
                    (std::isnan(expected) && std::isnan(quotients[i])))
            << numbers[i] << " / " << divisor << " is " << quotients[i];
      }
    });
  }
}

TEST(SimdMathTest, PointwiseTwins) {
  for (int kind = 0; kind <= static_cast<int>(Unary::Kind::kIsInf); ++kind) {
    const auto unary = static_cast<Unary::Kind>(kind);
    if (simd::unary_function(unary) == nullptr) {
      continue;
    }
    SCOPED_TRACE(kind);
    for (const int64_t n : {1, 3, 7, 8, 17, 600, 1100}) {
      for (const ScalarType dtype : {ScalarType::Float, ScalarType::Half}) {
        const NodeCase node{Unary{unary}, {random(dtype, {n}, -6, 6)}};
        expect_twin<Unary>(node, simd::make_pointwise,
                           dtype == ScalarType::Half ? 1e-3f : 1e-6f);
      }
    }
  }
}

TEST(SimdMathTest, InfinitiesAreThoseOfTheFormulas) {
  for (const Unary::Kind kind :
       {Unary::Kind::kGelu, Unary::Kind::kGeluTanh, Unary::Kind::kSigmoid,
        Unary::Kind::kTanh, Unary::Kind::kErf, Unary::Kind::kExp}) {
    SCOPED_TRACE(static_cast<int>(kind));
    const NodeCase node{
        Unary{kind}, {floats({6}, {kInf, -kInf, NAN, 1e30f, -1e30f, -0.0f})}};
    expect_twin<Unary>(node, simd::make_pointwise, 1e-6f);
  }
}

TEST(SimdMathTest, BinaryTwins) {
  const std::pair<Sizes, Sizes> cases[] = {
      {{3, 700}, {3, 700}}, {{3, 700}, {700}}, {{3, 700}, {3, 1}},
      {{5, 3}, {}},         {{7}, {1}},        {{2, 1, 9}, {4, 1}},
  };
  for (int kind = 0; kind <= static_cast<int>(Binary::Kind::kGe); ++kind) {
    const auto binary = static_cast<Binary::Kind>(kind);
    if (simd::binary_function(binary) == nullptr) {
      continue;
    }
    SCOPED_TRACE(kind);
    for (const auto& [a, b] : cases) {
      NodeCase node{Binary{binary},
                    {random(ScalarType::Float, a),
                     random(ScalarType::Float, b, 1, 2, 2)}};
      expect_twin<Binary>(node, simd::make_pointwise, 0);
      reinterpret_cast<float*>(node.operands[0]->bytes.data())[0] = NAN;
      std::swap(node.operands[0], node.operands[1]);
      expect_twin<Binary>(node, simd::make_pointwise, 0);
    }
  }
}

TEST(SimdMathTest, OtherTwins) {
  NodeCase node{Clamp{0, 6}, {random(ScalarType::Float, {77}, -9, 9)}};
  reinterpret_cast<float*>(node.operands[0]->bytes.data())[3] = NAN;
  expect_twin<Clamp>(node, simd::make_pointwise, 0);
  node.op = LeakyRelu{0.01};
  expect_twin<LeakyRelu>(node, simd::make_pointwise, 0);
  reinterpret_cast<float*>(node.operands[0]->bytes.data())[4] = -INFINITY;
  reinterpret_cast<float*>(node.operands[0]->bytes.data())[5] = INFINITY;
  Chain chain;
  chain.links.push_back({HardSwish{}, {0}});
  node.op = chain;
  node.type = node.operands[0]->type;
  expect_twin<Chain>(node, simd::make_chain, 0);
  for (const float exponent : {2.0f, 3.0f, 0.5f, -1.0f}) {
    NodeCase power{
        Binary{Binary::Kind::kPow},
        {random(ScalarType::Half, {3, 7}, 1, 9), halves({1}, {exponent})}};
    power.first_constant = 1;
    expect_twin<Binary>(power, simd::make_pointwise, 1e-3f);
  }
}

TEST(SimdHalfTest, EveryHalf) {
  std::vector<aten::Half> halves;
  std::vector<float> expected;
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    halves.emplace_back(static_cast<uint16_t>(bits), aten::Half::from_bits());
    expected.push_back(static_cast<float>(halves.back()));
  }
  for_each_target([&] {
    std::vector<float> found(halves.size());
    simd::half_loops().to_floats(halves.data(), found.data(), 65533);
    for (size_t i = 0; i < 65533; ++i) {
      ASSERT_TRUE(found[i] == expected[i] || std::isnan(expected[i])) << i;
    }
  });
}

TEST(SimdHalfTest, RoundsToNearestEven) {
  const std::vector<float> x = many_floats();
  for_each_target([&] {
    std::vector<aten::Half> found(x.size());
    simd::half_loops().to_halves(x.data(), found.data(), x.size());
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_TRUE(found[i].x == aten::Half(x[i]).x || std::isnan(x[i])) << x[i];
    }
  });
}

}  // namespace
}  // namespace executorch::backends::engine::testing
