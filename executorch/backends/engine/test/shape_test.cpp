#include <executorch/backends/engine/test/run_graph.h>

#include <gmock/gmock.h>

#include <numeric>

namespace executorch::backends::engine::testing {
namespace {

using ::testing::ElementsAre;

/// 0, 1, 2, ...
TestTensor counted(ScalarType dtype, const Sizes& sizes) {
  std::vector<int64_t> values(
      static_cast<size_t>(TensorType{dtype, sizes}.numel()));
  std::iota(values.begin(), values.end(), 0);
  return integers(dtype, sizes, values);
}

std::vector<int64_t> run(const Op& op, const std::vector<TestTensor>& operands,
                         std::optional<Sizes> sizes = std::nullopt) {
  NodeCase node{op, {operands.begin(), operands.end()}};
  if (sizes.has_value()) {
    node.type = TensorType{operands[0].type.dtype, *sizes};
  }
  const NodeCase to_long{
      Cast{},
      {node.run_one()},
      TensorType{ScalarType::Long, node.run_one().type.sizes}};
  return to_long.run_one().values<int64_t>();
}

class ShapeTest : public ::testing::TestWithParam<ScalarType> {};

TEST_P(ShapeTest, Transpose) {
  EXPECT_THAT(run(Transpose{{1, 0}}, {counted(GetParam(), {2, 3})}),
              ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(run(Transpose{{2, 0, 1}}, {counted(GetParam(), {2, 2, 2})}),
              ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
}

TEST_P(ShapeTest, BroadcastReshapeSlice) {
  EXPECT_THAT(run(Broadcast{}, {counted(GetParam(), {2, 1})}, Sizes{2, 2, 3}),
              ElementsAre(0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1));
  EXPECT_THAT(run(Reshape{}, {counted(GetParam(), {2, 2})}, Sizes{4}),
              ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(run(Slice{1, 1, 2}, {counted(GetParam(), {2, 5})}, Sizes{2, 2}),
              ElementsAre(1, 3, 6, 8));
}

TEST_P(ShapeTest, ConcatPad) {
  EXPECT_THAT(
      run(Concat{1}, {counted(GetParam(), {2, 2}), counted(GetParam(), {2, 0}),
                      counted(GetParam(), {2, 1})}),
      ElementsAre(0, 1, 0, 2, 3, 1));
  EXPECT_THAT(run(Pad{{1, 0}, {0, 2}, 7}, {counted(GetParam(), {1, 2})}),
              ElementsAre(7, 7, 7, 7, 0, 1, 7, 7));
}

TEST_P(ShapeTest, PixelShuffle) {
  EXPECT_THAT(run(PixelShuffle{2}, {counted(GetParam(), {1, 4, 1, 2})}),
              ElementsAre(0, 2, 1, 3, 4, 6, 5, 7));
}

INSTANTIATE_TEST_SUITE_P(ElementSizes, ShapeTest,
                         ::testing::Values(ScalarType::Byte, ScalarType::Half,
                                           ScalarType::Int, ScalarType::Long));

TEST(TransposeTest, Plane) {
  const auto x = random(ScalarType::Float, {3, 37, 53});
  const NodeCase node{Transpose{{0, 2, 1}}, {x}};
  const auto y = node.run_one().floats();
  const auto from = x.floats();
  for (size_t i = 0; i < 3; ++i) {
    for (size_t row = 0; row < 37; ++row) {
      for (size_t column = 0; column < 53; ++column) {
        ASSERT_EQ(y[(i * 53 + column) * 37 + row],
                  from[(i * 37 + row) * 53 + column]);
      }
    }
  }
}

TEST(GatherTest, Axes) {
  const auto x = counted(ScalarType::Int, {2, 3, 2});
  const auto indices = integers(ScalarType::Long, {2}, {2, -3});
  EXPECT_THAT((NodeCase{Gather{1, true}, {x, indices}}.run_one().values<int32_t>()),
              ElementsAre(4, 5, 0, 1, 10, 11, 6, 7));
  const auto bad = integers(ScalarType::Char, {1}, {3});
  NodeCase{Gather{1, true}, {x, bad}}.run(Error::InvalidArgument);
  NodeCase{Gather{1}, {x, indices}}.run(Error::InvalidArgument);
}

TEST(GatherNdTest, Coordinates) {
  const auto x = counted(ScalarType::Int, {2, 3, 2});
  const auto rows = integers(ScalarType::Long, {2, 1}, {1, 0});
  const auto columns = integers(ScalarType::Int, {2}, {-1, 0});
  EXPECT_THAT(
      (NodeCase{GatherNd{}, {x, rows, columns}}.run_one().values<int32_t>()),
      ElementsAre(10, 11, 6, 7, 4, 5, 0, 1));
  const auto bad = integers(ScalarType::Int, {1}, {-4});
  NodeCase{GatherNd{}, {x, rows, bad}}.run(Error::InvalidArgument);
}

TEST(ScatterNdTest, ReplacesAndAdds) {
  const auto x = counted(ScalarType::Int, {3, 2});
  const auto values = integers(ScalarType::Int, {2}, {10, 20});
  const auto rows = integers(ScalarType::Long, {2}, {-1, 2});
  EXPECT_THAT((NodeCase{ScatterNd{false}, {x, values, rows}}
                   .run_one()
                   .values<int32_t>()),
              ElementsAre(0, 1, 2, 3, 10, 20));
  EXPECT_THAT((NodeCase{ScatterNd{true}, {x, values, rows}}
                   .run_one()
                   .values<int32_t>()),
              ElementsAre(0, 1, 2, 3, 24, 45));
  const auto half = halves({2}, {1, 2});
  EXPECT_THAT(
      (NodeCase{ScatterNd{true},
                {half, halves({}, {0.5f}), integers(ScalarType::Int, {1}, {1})}}
           .run_one()
           .floats()),
      ElementsAre(1, 2.5f));
}

}  // namespace
}  // namespace executorch::backends::engine::testing
