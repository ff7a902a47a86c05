#include <executorch/backends/engine/test/run_graph.h>

#include <gmock/gmock.h>

#include <limits>
#include <numeric>

// Windows, matrix products and reductions. Expected numbers are those of
// PyTorch.
namespace executorch::backends::engine::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;

auto near(const std::vector<float>& expected, float tolerance = 1e-5f) {
  return Pointwise(FloatNear(tolerance), expected);
}

/// (i * step + start) for i = 0, 1, ...
std::vector<float> ramp(size_t n, float step, float start) {
  std::vector<float> values(n);
  for (size_t i = 0; i < n; ++i) {
    values[i] = static_cast<float>(i) * step + start;
  }
  return values;
}

/// The case with all of its operands in float16.
NodeCase in_half(NodeCase node) {
  for (auto& operand : node.operands) {
    if (operand.has_value()) {
      operand = halves(operand->type.sizes, operand->floats());
    }
  }
  if (node.type.has_value()) {
    node.type->dtype = ScalarType::Half;
  }
  return node;
}

TEST(Conv2dTest, EveryAttribute) {
  Conv2d op;
  op.window = {{3, 3}, {2, 1}, {1, 2}, {1, 2}, {1, 2}};
  op.groups = 2;
  NodeCase node{op,
                {floats({1, 4, 4, 4}, ramp(64, 0.1f, -3)),
                 floats({4, 2, 3, 3}, ramp(72, 0.05f, -1.5f)),
                 floats({4}, {1, 2, 3, 4})}};
  const std::vector<float> expected = {
      17.4f,  16.62f, 18.16f, 17.34f, 20.05f, 18.79f, 20.83f, 19.51f,
      4.72f,  4.66f,  5.48f,  5.38f,  7.01f,  6.83f,  7.79f,  7.55f,
      13.16f, 13.82f, 12.64f, 13.26f, 22.77f, 23.67f, 21.63f, 22.47f,
      23.52f, 24.9f,  23.0f,  24.34f, 44.29f, 46.27f, 43.15f, 45.07f};
  EXPECT_THAT(node.run_one().floats(), near(expected));
  node.first_constant = 1;
  EXPECT_THAT(node.run_one().floats(), near(expected));
  EXPECT_THAT(in_half(node).run_one().floats(), near(expected, 0.05f));
}

TEST(MaxPoolTest, CeilModeAndPositions) {
  Pool2d op;
  op.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}};
  NodeCase node{op, {floats({1, 1, 4, 4}, ramp(16, 0.1f, -3))}};
  node.type = TensorType{ScalarType::Float, {1, 1, 3, 3}};
  const std::vector<float> expected = {-2.5f, -2.3f, -2.3f, -1.7f, -1.5f,
                                       -1.5f, -1.7f, -1.5f, -1.5f};
  EXPECT_THAT(node.run_one().floats(), near(expected));
  EXPECT_THAT(in_half(node).run_one().floats(), near(expected, 2e-3f));
  node.n_outputs = 2;
  for (const NodeCase& one : {node, in_half(node)}) {
    EXPECT_THAT(one.run()[1].values<int64_t>(),
                ElementsAre(5, 7, 7, 13, 15, 15, 13, 15, 15));
  }
}

TEST(MaxPoolTest, NanAndIntegers) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  Pool2d op;
  op.window.kernel = op.window.stride = {1, 2};
  NodeCase node{op, {floats({1, 1, 1, 6}, {1, kNan, kNan, 2, 3, 3})}};
  node.type = TensorType{ScalarType::Float, {1, 1, 1, 3}};
  node.n_outputs = 2;
  EXPECT_TRUE(node.run()[0].floats()[0] != node.run()[0].floats()[0]);
  EXPECT_THAT(node.run()[1].values<int64_t>(), ElementsAre(1, 2, 4));
  NodeCase bytes{op, {integers(ScalarType::Char, {1, 1, 1, 2}, {-5, -7})}};
  bytes.type = TensorType{ScalarType::Char, {1, 1, 1, 1}};
  EXPECT_THAT(bytes.run_one().values<int8_t>(), ElementsAre(-5));
}

TEST(AveragePoolTest, Divisors) {
  Pool2d op;
  op.kind = Pool2d::Kind::kAverage;
  op.window = {{3, 3}, {3, 3}, {1, 1}, {1, 1}, {1, 1}};
  NodeCase node{op, {floats({1, 1, 5, 5}, ramp(25, 1, 0))}};
  node.type = TensorType{ScalarType::Float, {1, 1, 2, 2}};
  EXPECT_THAT(node.run_one().floats(),
              near({1.333333f, 3.666667f, 10.333333f, 18}));
  op.count_include_pad = false;
  node.op = op;
  EXPECT_THAT(node.run_one().floats(), near({3, 5.5f, 15.5f, 18}));
  op.window = {{2, 2}, {2, 2}, {1, 1}, {0, 0}, {0, 0}};
  op.divisor_override = 3;
  node.op = op;
  node.type->sizes = {1, 1, 3, 3};
  EXPECT_THAT(
      node.run_one().floats(),
      near({4, 6.666667f, 4.333333f, 17.333334f, 20, 11, 13.666667f, 15, 8}));
}

TEST(MatMulTest, ScaledSum) {
  NodeCase node{MatMul{0.5, 2},
                {floats({2, 3}, ramp(6, 1, 0)), floats({3, 4}, ramp(12, 1, 0)),
                 floats({4}, {1, 2, 3, 4})}};
  const std::vector<float> expected = {12, 15.5f, 19, 22.5f, 30, 38, 46, 54};
  EXPECT_THAT(node.run_one().floats(), near(expected));
  EXPECT_THAT(in_half(node).run_one().floats(), near(expected));
  node.first_constant = 1;
  EXPECT_THAT(node.run_one().floats(), near(expected));
  EXPECT_THAT(in_half(node).run_one().floats(), near(expected));
}

TEST(MatMulTest, NothingToSum) {
  const NodeCase node{
      MatMul{1, 1},
      {floats({2, 0}, {}), floats({0, 2}, {}), floats({2, 1}, {3, 4})}};
  EXPECT_THAT(node.run_one().floats(), ElementsAre(3, 3, 4, 4));
}

TEST(MeanTest, Axes) {
  const auto x = floats({2, 2, 3}, ramp(12, 1, 0));
  const auto mean = [&](std::vector<int32_t> axes) {
    return NodeCase{Mean{std::move(axes)}, {x}}.run_one().floats();
  };
  EXPECT_THAT(mean({2}), ElementsAre(1, 4, 7, 10));
  EXPECT_THAT(mean({0}), ElementsAre(3, 4, 5, 6, 7, 8));
  EXPECT_THAT(mean({2, 0}), ElementsAre(4, 7));
  EXPECT_THAT(mean({0, 1, 2}), ElementsAre(5.5f));
  EXPECT_THAT(mean({}), near(x.floats()));
  EXPECT_THAT(in_half({Mean{{1, 2}}, {x}}).run_one().floats(),
              ElementsAre(2.5f, 8.5f));
}

TEST(SoftmaxTest, Axes) {
  const auto x = floats({2, 3}, {1, 2, 4, 0, -3, 5});
  const std::vector<float> rows = {0.04201f,  0.114195f, 0.843795f,
                                   0.006691f, 0.000333f, 0.992976f};
  EXPECT_THAT((NodeCase{Softmax{1}, {x}}.run_one().floats()), near(rows));
  EXPECT_THAT(in_half({Softmax{1}, {x}}).run_one().floats(), near(rows, 1e-3f));
  EXPECT_THAT(
      (NodeCase{Softmax{0}, {x}}.run_one().floats()),
      near({0.731059f, 0.993307f, 0.268941f, 0.268941f, 0.006693f, 0.731059f}));
  EXPECT_THAT((NodeCase{Softmax{1, true}, {x}}.run_one().floats()),
              near({-3.169846f, -2.169846f, -0.169846f, -5.007049f, -8.007049f,
                    -0.007049f}));
}

TEST(SoftmaxTest, MaskedRowsAreNan) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const auto x = floats({2, 2}, {-kInf, -kInf, 1000, -kInf});
  const auto y = NodeCase{Softmax{1}, {x}}.run_one().floats();
  EXPECT_TRUE(y[0] != y[0] && y[1] != y[1]);
  EXPECT_EQ(y[2], 1);
  EXPECT_EQ(y[3], 0);
}

TEST(LayerNormTest, Statistics) {
  const auto x = floats({2, 3}, {1, 2, 4, 0, -3, 5});
  NodeCase node{LayerNorm{1, 1e-5},
                {x, floats({3}, {1, 2, 3}), floats({3}, {0.5f, 0, 1})}};
  const std::vector<float> expected = {-0.569041f, -0.534521f, 5.008905f,
                                       0.29797f,   -2.222335f, 4.939593f};
  EXPECT_THAT(node.run_one().floats(), near(expected));
  EXPECT_THAT(in_half(node).run_one().floats(), near(expected, 5e-3f));
  node.type = x.type;
  node.n_outputs = 3;
  EXPECT_THAT(node.run()[1].floats(), near({2.333333f, 0.666667f}));
  EXPECT_THAT(node.run()[2].floats(), near({0.801781f, 0.303046f}));
}

TEST(BatchNormTest, Channels) {
  NodeCase node{
      BatchNorm{1e-3},
      {floats({1, 2, 4}, ramp(8, 1, 0)), floats({2}, {1, 2}),
       floats({2}, {4, 0.25f}), floats({2}, {2, 3}), floats({2}, {0.5f, -1})}};
  EXPECT_THAT(node.run_one().floats(),
              near({-0.499875f, 0.5f, 1.499875f, 2.49975f, 10.976072f,
                    16.964108f, 22.952145f, 28.940182f}));
  node.operands[3] = std::nullopt;
  node.operands[4] = std::nullopt;
  EXPECT_THAT(node.run_one().floats(),
              near({-0.499938f, 0, 0.499938f, 0.999875f, 3.992024f, 5.988036f,
                    7.984048f, 9.98006f},
                   1e-4f));
}

}  // namespace
}  // namespace executorch::backends::engine::testing
