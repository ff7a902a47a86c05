#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/test/kernel_twin.h>

#include <cmath>
#include <limits>

// Rows that are quantized when they are known, and their products: kernels with
// vectors equal their scalar twins.
namespace executorch::backends::engine::testing {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

NodeCase rows_node(TestTensor x, int32_t first_axis) {
  NodeCase node{QuantizeRows{first_axis}, {x}};
  node.type = TensorType{ScalarType::Byte, x.type.sizes};
  node.n_outputs = 3;
  return node;
}

TEST(QuantizeRowsTest, VectorsEqualScalars) {
  for (const int64_t size : {1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 65, 250}) {
    for (const float low : {-1.0f, 0.0f, -3e-36f, -1e38f}) {
      const TestTensor x =
          random(ScalarType::Float, {3, size}, low, low == 0 ? 2 : -low * 3);
      expect_twin<QuantizeRows>(rows_node(x, 1), simd::make_rows, 0);
    }
  }
  expect_twin<QuantizeRows>(
      rows_node(random(ScalarType::Float, {2, 300, 7}, -1, 1), 1),
      simd::make_rows, 0);
  expect_twin<QuantizeRows>(
      rows_node(random(ScalarType::Float, {600, 1000}, -1, 1), 1),
      simd::make_rows, 0);
}

TEST(QuantizeRowsTest, RowsThatAreNotFiniteHaveNoScale) {
  for (const float odd : {kInf, -kInf, NAN}) {
    for (const size_t place : {0, 20, 36}) {
      std::vector<float> numbers(2 * 37, 0.5f);
      numbers[place] = odd;
      const NodeCase node = rows_node(floats({2, 37}, numbers), 1);
      expect_twin<QuantizeRows>(node, simd::make_rows, 0);
      const auto results = node.run();
      EXPECT_EQ(results[0].floats()[0], 0);
      EXPECT_EQ(results[0].floats()[37], 255);
      EXPECT_TRUE(std::isnan(results[1].floats()[0]));
      EXPECT_EQ(results[1].floats()[1], 0.5f / 255);
    }
  }
  // Their range is not.
  const NodeCase node = rows_node(floats({1, 2}, {3e38f, -3e38f}), 1);
  expect_twin<QuantizeRows>(node, simd::make_rows, 0);
  EXPECT_TRUE(std::isnan(node.run()[1].floats()[0]));
}

TEST(QuantizeRowsTest, HalfToEven) {
  // A scale of 1: of rows from -127.5 to 127.5 the zero point is 127.5.
  const auto results =
      rows_node(floats({1, 5}, {-127.5f, 127.5f, 0.5f, 1.5f, -0.5f}), 1).run();
  EXPECT_EQ(results[0].floats(), (std::vector<float>{0, 255, 128, 130, 128}));
  EXPECT_EQ(results[1].floats(), (std::vector<float>{1}));
  EXPECT_EQ(results[2].floats(), (std::vector<float>{128}));
}

TEST(QuantizeRowsTest, ZerosAndHalves) {
  const auto zeros = rows_node(floats({1, 2}, {0, 0}), 1).run();
  EXPECT_EQ(zeros[0].floats(), (std::vector<float>{0, 0}));
  EXPECT_EQ(zeros[2].floats(), (std::vector<float>{0}));
  const auto results = rows_node(halves({2, 2}, {-1, 0, 0, 2}), 1).run();
  EXPECT_EQ(results[0].floats(), (std::vector<float>{0, 255, 0, 255}));
  EXPECT_EQ(results[1].floats(), (std::vector<float>{1.0f / 255, 2.0f / 255}));
  EXPECT_EQ(results[2].floats(), (std::vector<float>{255, 0}));
}

/// The same by operators of floats.
std::vector<TestTensor> quantized_by_parts(const TestTensor& x) {
  using B = Binary::Kind;
  using U = Unary::Kind;
  Graph graph;
  const auto input = *graph.add_input(x.type);
  const auto unary = [&](U kind, ValueId a) {
    return *graph.add(Unary{kind}, {a});
  };
  const auto binary = [&](B kind, ValueId a, ValueId b) {
    return *graph.add(Binary{kind}, {a, b});
  };
  const auto with = [&](B kind, ValueId a, double b) {
    return binary(kind, a, *graph.add_scalar(ScalarType::Float, b));
  };
  const Sizes& sizes = x.type.sizes;
  const auto maxima = [&](ValueId rows) {
    Pool2d op;
    op.window.kernel = op.window.stride = {1, sizes[1]};
    const auto planes =
        *graph.add(Reshape{}, {rows},
                   TensorType{ScalarType::Float, {sizes[0], 1, 1, sizes[1]}});
    const auto pooled = *graph.add(
        op, {planes}, TensorType{ScalarType::Float, {sizes[0], 1, 1, 1}});
    return with(B::kMaximum,
                *graph.add(Reshape{}, {pooled},
                           TensorType{ScalarType::Float, {sizes[0], 1}}),
                0);
  };
  const auto minus_min = maxima(unary(U::kNeg, input));
  const auto range =
      with(B::kMaximum, binary(B::kAdd, maxima(input), minus_min), 1e-30);
  const auto scale = with(B::kDiv, range, 255);
  const auto per_step = unary(U::kReciprocal, scale);
  const auto zero = unary(
      U::kRound, with(B::kAdd, binary(B::kMul, minus_min, per_step), -128));
  const auto shifted =
      binary(B::kAdd, unary(U::kRound, binary(B::kMul, input, per_step)), zero);
  const auto integers = *graph.add(Clamp{-128, 127}, {shifted});
  graph.set_outputs(
      {with(B::kAdd, integers, 128), scale, with(B::kAdd, zero, 128)});
  return run_graph(graph, {x});
}

TEST(QuantizeRowsTest, EqualsItsParts) {
  for (uint32_t seed = 1; seed < 40; ++seed) {
    const auto x =
        random(ScalarType::Float, {9, 61}, -1, static_cast<float>(seed), seed);
    const auto parts = quantized_by_parts(x);
    const auto results = rows_node(x, 1).run();
    for (size_t i = 0; i < parts.size(); ++i) {
      EXPECT_EQ(results[i].floats(), parts[i].floats());
    }
  }
}

struct ProductCase {
  int64_t m;
  int64_t k;
  int64_t n;
  int64_t blocks;
};

NodeCase product_node(const ProductCase& c, bool has_4_bits,
                      float least_scale = 0.001f) {
  const int64_t row = has_4_bits ? c.k / 2 + c.k % 2 : c.k;
  NodeCase node{
      QuantizedMatMul{},
      {random(ScalarType::Byte, {c.m, c.k}, 0, 256),
       random(ScalarType::Float, {c.m, 1}, 0.01f, 1, 2),
       random(ScalarType::Byte, {c.m, 1}, 0, 256, 3),
       has_4_bits ? random(ScalarType::Byte, {c.n, row}, 0, 256, 4)
                  : random(ScalarType::Char, {c.n, row}, -128, 128, 4),
       random(ScalarType::Float, {c.n, c.blocks}, least_scale, 0.1f, 5),
       random(ScalarType::Float, {c.n}, -99, 99, 6)}};
  node.first_constant = 3;
  return node;
}

void check(const ProductCase& c) {
  for (const bool has_4_bits : {false, true}) {
    NodeCase node = product_node(c, has_4_bits);
    expect_twin<QuantizedMatMul>(node, simd::make_gemm, 0);
    node.operands.pop_back();
    expect_twin<QuantizedMatMul>(node, simd::make_gemm, 0);
  }
}

TEST(QuantizedMatMulTest, Remainders) {
  for (const int64_t m : {1, 2, 3, 5, 6, 7}) {
    for (const int64_t n : {1, 3, 8, 15, 16, 17, 33, 63, 64, 65, 130}) {
      check({m, 24, n, 1});
      check({m, 48, n, 3});
    }
  }
}

TEST(QuantizedMatMulTest, Depths) {
  for (const int64_t k : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 33, 100}) {
    check({9, k, 20, 1});
  }
  check({2, 64, 20, 2});
  check({2, 64, 20, 8});
  check({2, 65793, 3, 1});
}

TEST(QuantizedMatMulTest, Sizes) {
  check({97, 40, 70, 1});
  check({200, 64, 200, 2});
  check({1, 512, 600, 16});
  check({300, 101, 300, 1});
}

/// Sixteenths of the scales are no floats: the bytes are numbers of 8 bits.
TEST(QuantizedMatMulTest, SmallScales) {
  NodeCase node = product_node({3, 64, 20, 2}, true);
  std::vector<float> scales(40, std::numeric_limits<float>::denorm_min());
  scales[1] = std::numeric_limits<float>::infinity();
  scales[2] = NAN;
  node.operands[4] = floats({20, 2}, scales);
  expect_twin<QuantizedMatMul>(node, simd::make_gemm, 0);
  // Those of bfloat16 whose sixteenths are floats, but not of bfloat16.
  scales.assign(40, std::ldexp(1 + 1.0f / 128, -126));
  node.operands[1] = floats({3, 1}, {1e38f, 1e38f, 1e38f});
  node.operands[4] = floats({20, 2}, scales);
  expect_twin<QuantizedMatMul>(node, simd::make_gemm, 0);
}

/// Scales that are as those of bfloat16.
TEST(QuantizedMatMulTest, ShortScales) {
  for (const int64_t k : {64, 512}) {
    for (const bool has_4_bits : {false, true}) {
      NodeCase node = product_node({7, k, 70, 2}, has_4_bits);
      std::vector<float> scales(140);
      for (size_t i = 0; i < scales.size(); ++i) {
        scales[i] = std::ldexp(1.0f + static_cast<float>(i % 128) / 128,
                               -static_cast<int>(i % 9));
      }
      node.operands[4] = floats({70, 2}, scales);
      expect_twin<QuantizedMatMul>(node, simd::make_gemm, 0);
    }
  }
}

/// The largest sums that there are.
TEST(QuantizedMatMulTest, SumsFit) {
  const int64_t k = QuantizedMatMul::kMaxBlock;
  const std::vector<int64_t> ends(static_cast<size_t>(k), 255);
  NodeCase node{QuantizedMatMul{},
                {integers(ScalarType::Byte, {1, k}, ends), floats({1, 1}, {1}),
                 integers(ScalarType::Byte, {1, 1}, {0}),
                 integers(ScalarType::Char, {1, k},
                          std::vector<int64_t>(static_cast<size_t>(k), -128)),
                 floats({1, 1}, {1})}};
  node.first_constant = 3;
  expect_twin<QuantizedMatMul>(node, simd::make_gemm, 0);
  EXPECT_EQ(node.run_one().floats()[0], -255.0f * 128 * 65793);
}

/// Blocks that are no whole steps, and weights that are no constants.
TEST(QuantizedMatMulTest, OtherNodesAreScalar) {
  NodeCase node = product_node({2, 15, 5, 3}, false);
  const auto by_constants = node.run_one();
  node.first_constant = SIZE_MAX;
  EXPECT_EQ(node.run_one().floats(), by_constants.floats());
}

TEST(QuantizedMatMulTest, FourBitsAreTwoInAByte) {
  const NodeCase node{
      QuantizedMatMul{},
      {integers(ScalarType::Byte, {1, 3}, {11, 12, 13}), floats({1, 1}, {0.5f}),
       integers(ScalarType::Byte, {1, 1}, {10}),
       integers(ScalarType::Byte, {1, 2}, {0xF9, 0x00}), floats({1, 1}, {2})}};
  // 1 * 1 + 2 * 7 + 3 * -8
  EXPECT_EQ(node.run_one().floats(), (std::vector<float>{-9}));
}

}  // namespace
}  // namespace executorch::backends::engine::testing
