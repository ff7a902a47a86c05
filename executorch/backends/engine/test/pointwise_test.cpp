#include <executorch/backends/engine/test/run_graph.h>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

// Expected numbers are those of PyTorch.
namespace executorch::backends::engine::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::FloatNear;
using ::testing::NanSensitiveFloatNear;
using ::testing::Pointwise;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

const std::vector<float> kReal = {-2.5f, -0.5f, 0.0f, 0.3f, 1.5f, 3.0f};
const std::vector<float> kPositive = {0.1f, 0.5f, 1, 2, 10};
const std::vector<float> kUnit = {-0.9f, -0.2f, 0, 0.5f, 1};

struct UnaryCase {
  Unary::Kind kind;
  std::vector<float> x;
  std::vector<float> y;
};

std::vector<UnaryCase> unary_cases() {
  using K = Unary::Kind;
  return {
      {K::kAbs, kReal, {2.5f, 0.5f, 0, 0.3f, 1.5f, 3}},
      {K::kNeg, kReal, {2.5f, 0.5f, 0, -0.3f, -1.5f, -3}},
      {K::kSign, kReal, {-1, -1, 0, 1, 1, 1}},
      {K::kRelu, kReal, {0, 0, 0, 0.3f, 1.5f, 3}},
      {K::kFloor, kReal, {-3, -1, 0, 0, 1, 3}},
      {K::kCeil, kReal, {-2, 0, 0, 1, 2, 3}},
      {K::kRound, kReal, {-2, 0, 0, 0, 2, 3}},
      {K::kTruncate, kReal, {-2, 0, 0, 0, 1, 3}},
      {K::kReciprocal, kPositive, {10, 2, 1, 0.5f, 0.1f}},
      {K::kSqrt, kPositive, {0.316228f, 0.707107f, 1, 1.414214f, 3.162278f}},
      {K::kRsqrt, kPositive, {3.162278f, 1.414214f, 1, 0.707107f, 0.316228f}},
      {K::kExp,
       kReal,
       {0.082085f, 0.606531f, 1, 1.349859f, 4.481689f, 20.085537f}},
      {K::kExp2, kReal, {0.176777f, 0.707107f, 1, 1.231144f, 2.828427f, 8}},
      {K::kLog, kPositive, {-2.302585f, -0.693147f, 0, 0.693147f, 2.302585f}},
      {K::kLog2, kPositive, {-3.321928f, -1, 0, 1, 3.321928f}},
      {K::kLog10, kPositive, {-1, -0.30103f, 0, 0.30103f, 1}},
      {K::kErf,
       kReal,
       {-0.999593f, -0.5205f, 0, 0.328627f, 0.966105f, 0.999978f}},
      {K::kSin,
       kReal,
       {-0.598472f, -0.479426f, 0, 0.29552f, 0.997495f, 0.14112f}},
      {K::kCos,
       kReal,
       {-0.801144f, 0.877583f, 1, 0.955337f, 0.070737f, -0.989992f}},
      {K::kTan,
       kReal,
       {0.747022f, -0.546302f, 0, 0.309336f, 14.10142f, -0.142547f}},
      {K::kAsin, kUnit, {-1.119769f, -0.201358f, 0, 0.523599f, 1.570796f}},
      {K::kAcos, kUnit, {2.690566f, 1.772154f, 1.570796f, 1.047198f, 0}},
      {K::kAtan,
       kReal,
       {-1.19029f, -0.463648f, 0, 0.291457f, 0.982794f, 1.249046f}},
      {K::kSinh,
       kReal,
       {-6.050205f, -0.521095f, 0, 0.30452f, 2.129279f, 10.017875f}},
      {K::kCosh,
       kReal,
       {6.132289f, 1.127626f, 1, 1.045339f, 2.35241f, 10.067662f}},
      {K::kTanh,
       kReal,
       {-0.986614f, -0.462117f, 0, 0.291313f, 0.905148f, 0.995055f}},
      {K::kAsinh,
       kReal,
       {-1.647231f, -0.481212f, 0, 0.295673f, 1.194763f, 1.818447f}},
      {K::kAcosh, kPositive, {kNan, kNan, 0, 1.316958f, 2.993223f}},
      {K::kAtanh, kUnit, {-1.472219f, -0.202733f, 0, 0.549306f, kInf}},
      {K::kSigmoid,
       kReal,
       {0.075858f, 0.377541f, 0.5f, 0.574443f, 0.817574f, 0.952574f}},
      {K::kGelu,
       kReal,
       {-0.015524f, -0.154269f, 0, 0.185373f, 1.399789f, 2.99595f}},
      {K::kGeluTanh,
       kReal,
       {-0.015084f, -0.154286f, 0, 0.185371f, 1.399572f, 2.996363f}},
  };
}

TEST(UnaryTest, Floats) {
  for (const UnaryCase& one : unary_cases()) {
    SCOPED_TRACE(static_cast<int>(one.kind));
    const Sizes sizes = {static_cast<int64_t>(one.x.size())};
    const NodeCase node{Unary{one.kind}, {floats(sizes, one.x)}};
    EXPECT_THAT(node.run_one().values<float>(),
                Pointwise(NanSensitiveFloatNear(2e-5f), one.y));
    const NodeCase half{Unary{one.kind}, {halves(sizes, one.x)}};
    EXPECT_THAT(half.run_one().floats(),
                Pointwise(NanSensitiveFloatNear(2e-2f), one.y));
  }
}

TEST(UnaryTest, NanGoesThrough) {
  for (const UnaryCase& one : unary_cases()) {
    SCOPED_TRACE(static_cast<int>(one.kind));
    const NodeCase node{Unary{one.kind}, {floats({1}, {kNan})}};
    const float y = node.run_one().values<float>()[0];
    EXPECT_EQ(std::isnan(y), one.kind != Unary::Kind::kSign);
  }
}

TEST(UnaryTest, Integers) {
  const auto run = [](Unary::Kind kind, ScalarType dtype,
                      const std::vector<int64_t>& x) {
    const NodeCase node{Unary{kind},
                        {integers(dtype, {static_cast<int64_t>(x.size())}, x)}};
    return node.run_one();
  };
  using K = Unary::Kind;
  EXPECT_THAT(run(K::kNeg, ScalarType::Char, {-128, 5}).values<int8_t>(),
              ElementsAre(-128, -5));
  EXPECT_THAT(run(K::kAbs, ScalarType::Long, {INT64_MIN, -7}).values<int64_t>(),
              ElementsAre(INT64_MIN, 7));
  EXPECT_THAT(run(K::kSign, ScalarType::Int, {-9, 0, 4}).values<int32_t>(),
              ElementsAre(-1, 0, 1));
  EXPECT_THAT(run(K::kRelu, ScalarType::Short, {-9, 4}).values<int16_t>(),
              ElementsAre(0, 4));
  EXPECT_THAT(run(K::kBitwiseNot, ScalarType::Byte, {1}).values<uint8_t>(),
              ElementsAre(254));
  EXPECT_THAT(run(K::kBitwiseNot, ScalarType::Bool, {1, 0}).values<uint8_t>(),
              ElementsAre(0, 1));
  EXPECT_THAT(run(K::kLogicalNot, ScalarType::Long, {3, 0}).values<uint8_t>(),
              ElementsAre(0, 1));
}

TEST(UnaryTest, Classification) {
  const NodeCase nan{Unary{Unary::Kind::kIsNan},
                     {floats({3}, {kNan, kInf, 1})}};
  EXPECT_THAT(nan.run_one().values<uint8_t>(), ElementsAre(1, 0, 0));
  const NodeCase inf{Unary{Unary::Kind::kIsInf},
                     {halves({3}, {kNan, -kInf, 1})}};
  EXPECT_THAT(inf.run_one().values<uint8_t>(), ElementsAre(0, 1, 0));
}

std::vector<float> binary(Binary::Kind kind, const std::vector<float>& a,
                          const std::vector<float>& b) {
  const Sizes sizes = {static_cast<int64_t>(a.size())};
  return NodeCase{Binary{kind}, {floats(sizes, a), floats(sizes, b)}}
      .run_one()
      .floats();
}

TEST(BinaryTest, Floats) {
  using K = Binary::Kind;
  EXPECT_THAT(binary(K::kAdd, {1, 2}, {3, 4}), ElementsAre(4, 6));
  EXPECT_THAT(binary(K::kSub, {1, 2}, {3, 5}), ElementsAre(-2, -3));
  EXPECT_THAT(binary(K::kMul, {1, 2}, {3, 5}), ElementsAre(3, 10));
  EXPECT_THAT(binary(K::kDiv, {1, 2}, {4, 0}), ElementsAre(0.25f, kInf));
  EXPECT_THAT(binary(K::kFloorDiv, {-7, 7, 0, 1, -1}, {2, -2, 3, 0, kInf}),
              ElementsAre(-4, -4, 0, kInf, -1));
  EXPECT_THAT(binary(K::kTruncDiv, {-7, 7}, {2, 2}), ElementsAre(-3, 3));
  EXPECT_THAT(binary(K::kFmod, {-7, 7}, {2, -2}), ElementsAre(-1, 1));
  EXPECT_THAT(binary(K::kRemainder, {-7, 7, -1}, {2, -2, kInf}),
              ElementsAre(1, -1, kInf));
  EXPECT_THAT(binary(K::kPow, {2, 4}, {-1, 0.5f}), ElementsAre(0.5f, 2));
  EXPECT_THAT(
      binary(K::kAtan2, {1, -1}, {0, -1}),
      ElementsAre(FloatNear(1.570796f, 1e-6f), FloatNear(-2.356194f, 1e-6f)));
  for (const K kind : {K::kMinimum, K::kMaximum}) {
    const auto y = binary(kind, {kNan, 1, 1}, {1, kNan, 2});
    EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[1]));
    EXPECT_EQ(y[2], kind == K::kMinimum ? 1 : 2);
  }
  EXPECT_THAT(binary(K::kLt, {1, 2, kNan}, {2, 2, 2}), ElementsAre(1, 0, 0));
  EXPECT_THAT(binary(K::kNe, {1, 2, kNan}, {2, 2, kNan}), ElementsAre(1, 0, 1));
  EXPECT_THAT(binary(K::kGe, {1, 2, kNan}, {2, 2, 2}), ElementsAre(0, 1, 0));
}

std::vector<int64_t> binary(Binary::Kind kind, const std::vector<int64_t>& a,
                            const std::vector<int64_t>& b) {
  const Sizes sizes = {static_cast<int64_t>(a.size())};
  return NodeCase{Binary{kind},
                  {integers(ScalarType::Long, sizes, a),
                   integers(ScalarType::Long, sizes, b)}}
      .run_one()
      .values<int64_t>();
}

TEST(BinaryTest, Integers) {
  using K = Binary::Kind;
  using V = std::vector<int64_t>;
  EXPECT_EQ(binary(K::kAdd, V{INT64_MAX}, V{1}), V{INT64_MIN});
  EXPECT_EQ(binary(K::kMul, V{INT64_MAX}, V{2}), V{-2});
  EXPECT_EQ(binary(K::kFloorDiv, V{-7, 7, INT64_MIN}, V{2, -2, -1}),
            (V{-4, -4, INT64_MIN}));
  EXPECT_EQ(binary(K::kTruncDiv, V{-7, 7}, V{2, -2}), (V{-3, -3}));
  EXPECT_EQ(binary(K::kFmod, V{-7, 7, INT64_MIN}, V{2, -2, -1}), (V{-1, 1, 0}));
  EXPECT_EQ(binary(K::kRemainder, V{-7, 7, 6}, V{2, -2, -3}), (V{1, -1, 0}));
  EXPECT_EQ(binary(K::kPow, V{3, -2, 2}, V{4, 3, 64}), (V{81, -8, 0}));
  EXPECT_EQ(binary(K::kBitwiseXor, V{6}, V{3}), V{5});
  EXPECT_EQ(binary(K::kMaximum, V{6, -1}, V{3, 2}), (V{6, 2}));
}

TEST(BinaryTest, ImpossibleDivisorsAreErrors) {
  const auto fails = [](Binary::Kind kind, int64_t b) {
    NodeCase{Binary{kind},
             {integers(ScalarType::Int, {1}, {7}),
              integers(ScalarType::Int, {1}, {b})}}
        .run(Error::InvalidArgument);
  };
  using K = Binary::Kind;
  for (const K kind : {K::kFloorDiv, K::kTruncDiv, K::kFmod, K::kRemainder}) {
    fails(kind, 0);
  }
  fails(K::kPow, -1);
}

/// Compares with a plain loop over coordinates.
void check_broadcast(const Sizes& a, const Sizes& b, ScalarType dtype) {
  const NodeCase node{Binary{Binary::Kind::kSub},
                      {random(dtype, a), random(dtype, b, -1, 1, 2)}};
  const TestTensor y = node.run_one();
  const std::vector<float> from[2] = {node.operands[0]->floats(),
                                      node.operands[1]->floats()};
  const std::vector<float> values = y.floats();
  for (size_t i = 0; i < values.size(); ++i) {
    float element[2];
    for (size_t operand = 0; operand < 2; ++operand) {
      const Sizes& sizes = operand == 0 ? a : b;
      size_t rest = i;
      size_t at = 0;
      size_t stride = 1;
      for (size_t d = y.type.rank(); d-- > 0;) {
        const auto size = static_cast<size_t>(y.type.sizes[d]);
        const size_t index = rest % size;
        rest /= size;
        const size_t lead = y.type.rank() - sizes.size();
        if (d >= lead) {
          at += sizes[d - lead] == 1 ? 0 : index * stride;
          stride *= static_cast<size_t>(sizes[d - lead]);
        }
      }
      element[operand] = from[operand][at];
    }
    const float expected = element[0] - element[1];
    ASSERT_EQ(values[i], dtype == ScalarType::Half
                             ? static_cast<float>(aten::Half(expected))
                             : expected)
        << i;
  }
}

TEST(BinaryTest, Broadcasts) {
  const std::pair<Sizes, Sizes> cases[] = {
      {{2, 3, 700}, {2, 3, 700}},
      {{2, 3, 700}, {}},
      {{2, 3, 700}, {700}},
      {{2, 3, 700}, {3, 1}},
      {{2, 1, 700}, {3, 1}},
      {{1, 3, 1}, {2, 1, 700}},
      {{2, 1, 3, 1, 5}, {4, 1, 7, 1}},
      {{0, 3}, {3}},
      {{1}, {1, 1}},
  };
  for (const auto& [a, b] : cases) {
    check_broadcast(a, b, ScalarType::Float);
    check_broadcast(b, a, ScalarType::Half);
  }
}

TEST(SelectTest, Broadcasts) {
  const NodeCase node{Select{},
                      {integers(ScalarType::Bool, {2, 1}, {1, 0}),
                       integers(ScalarType::Char, {3}, {1, 2, -3}),
                       integers(ScalarType::Char, {}, {9})}};
  EXPECT_THAT(node.run_one().values<int8_t>(), ElementsAre(1, 2, -3, 9, 9, 9));
}

TEST(ClampTest, Bounds) {
  const auto x = floats({4}, {-5, 1, 7, kNan});
  EXPECT_THAT((NodeCase{Clamp{0, 6}, {x}}.run_one().floats()),
              Pointwise(NanSensitiveFloatNear(0), {0.0f, 1.0f, 6.0f, kNan}));
  EXPECT_THAT((NodeCase{Clamp{3, 2}, {x}}.run_one().floats()),
              Pointwise(NanSensitiveFloatNear(0), {2.0f, 2.0f, 2.0f, kNan}));
  const auto bytes = integers(ScalarType::Byte, {2}, {3, 200});
  EXPECT_THAT((NodeCase{Clamp{-5, 1e9}, {bytes}}.run_one().values<uint8_t>()),
              ElementsAre(3, 200));
  const auto longs = integers(ScalarType::Long, {2}, {3, INT64_MIN});
  EXPECT_THAT((NodeCase{Clamp{-kInf, 2}, {longs}}.run_one().values<int64_t>()),
              ElementsAre(2, INT64_MIN));
  EXPECT_THAT(
      (NodeCase{LeakyRelu{0.5}, {floats({2}, {-4, 3})}}.run_one().floats()),
      ElementsAre(-2, 3));
}

TEST(CastTest, Conversions) {
  const auto cast = [](const TestTensor& x, ScalarType dtype) {
    return NodeCase{Cast{}, {x}, TensorType{dtype, x.type.sizes}}.run_one();
  };
  const auto x = floats({4}, {300.7f, -1.5f, 0.1f, 1e20f});
  EXPECT_THAT(cast(x, ScalarType::Byte).values<uint8_t>(),
              ElementsAre(44, 255, 0, 255));
  EXPECT_THAT(cast(x, ScalarType::Long).values<int64_t>(),
              ElementsAre(300, -1, 0, INT64_MAX));
  EXPECT_THAT(cast(x, ScalarType::Bool).values<uint8_t>(),
              ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(cast(x, ScalarType::Half).floats(),
              ElementsAre(300.75f, -1.5f, FloatNear(0.1f, 1e-4f), kInf));
  const auto n = integers(ScalarType::Long, {2}, {257, -1});
  EXPECT_THAT(cast(n, ScalarType::Float).floats(), ElementsAre(257, -1));
  EXPECT_THAT(cast(n, ScalarType::Char).values<int8_t>(), ElementsAre(1, -1));
}

}  // namespace
}  // namespace executorch::backends::engine::testing
