#include <executorch/backends/engine/graph/graph.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace executorch::backends::engine {
namespace {

using Sizes = std::vector<int64_t>;
using Types = std::vector<TensorType>;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr double kInf = std::numeric_limits<double>::infinity();

TensorType f32(Sizes sizes) { return {ScalarType::Float, std::move(sizes)}; }
TensorType f16(Sizes sizes) { return {ScalarType::Half, std::move(sizes)}; }
TensorType i64(Sizes sizes) { return {ScalarType::Long, std::move(sizes)}; }
TensorType u8(Sizes sizes) { return {ScalarType::Byte, std::move(sizes)}; }
TensorType b8(Sizes sizes) { return {ScalarType::Bool, std::move(sizes)}; }

std::vector<ValueId> add_inputs(Graph& graph, const Types& types) {
  std::vector<ValueId> ids;
  for (const TensorType& type : types) {
    const auto id = graph.add_input(type);
    EXPECT_TRUE(id.ok());
    ids.push_back(*id);
  }
  return ids;
}

class GraphTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { runtime::runtime_init(); }

  /// The operator takes such operands and makes `expected` of them.
  static void takes(const Op& op, const Types& inputs,
                    const TensorType& expected) {
    Graph graph;
    const auto id = graph.add(op, add_inputs(graph, inputs));
    ASSERT_TRUE(id.ok());
    EXPECT_EQ(graph.type(*id), expected);
    EXPECT_EQ(graph.nodes().size(), 1u);
  }

  static void takes_type(const Op& op, const Types& inputs,
                         const TensorType& type) {
    Graph graph;
    const auto id = graph.add(op, add_inputs(graph, inputs), type);
    ASSERT_TRUE(id.ok());
    EXPECT_EQ(graph.type(*id), type);
  }

  static void refuses(const Op& op, const Types& inputs) {
    Graph graph;
    const auto id = graph.add(op, add_inputs(graph, inputs));
    EXPECT_EQ(id.error(), Error::InvalidProgram);
    EXPECT_TRUE(graph.nodes().empty());
    EXPECT_EQ(graph.values().size(), inputs.size());
  }

  static void refuses_type(const Op& op, const Types& inputs,
                           const TensorType& type) {
    Graph graph;
    const auto id = graph.add(op, add_inputs(graph, inputs), type);
    EXPECT_EQ(id.error(), Error::InvalidProgram);
  }

  static Pool2d pool(std::array<int64_t, 2> kernel,
                     std::array<int64_t, 2> stride,
                     std::array<int64_t, 2> pad = {0, 0}) {
    Pool2d op;
    op.window.kernel = kernel;
    op.window.stride = stride;
    op.window.pad_before = pad;
    op.window.pad_after = pad;
    return op;
  }
};

TEST_F(GraphTest, RefusesImpossibleTypes) {
  Graph graph;
  EXPECT_FALSE(graph.add_input({ScalarType::Double, {1}}).ok());
  EXPECT_FALSE(graph.add_input(f32({2, -1})).ok());
  EXPECT_FALSE(graph.add_input(f32({kMax / 2})).ok());
  EXPECT_FALSE(graph.add_input(f32({0, kMax, kMax})).ok());
  EXPECT_FALSE(graph.add_input(f32(Sizes(kMaxRank + 1, 1))).ok());
  EXPECT_FALSE(graph.add_constant(f32({1}), nullptr).ok());
  EXPECT_TRUE(graph.add_input(b8({0, 3})).ok());
  EXPECT_TRUE(graph.add_input(b8({kMax})).ok());
}

TEST_F(GraphTest, OwnsScalars) {
  Graph graph;
  const auto half = graph.add_scalar(ScalarType::Half, -1e9);
  ASSERT_TRUE(half.ok());
  aten::Half value;
  std::memcpy(&value, graph.values()[*half].data, sizeof(value));
  EXPECT_EQ(static_cast<float>(value), -65504.0f);
  const auto infinite = graph.add_scalar(ScalarType::Half, -kInf);
  std::memcpy(&value, graph.values()[*infinite].data, sizeof(value));
  EXPECT_EQ(static_cast<float>(value), -kInf);
  EXPECT_TRUE(graph.add_scalar(ScalarType::Long, -9223372036854775808.0).ok());
  EXPECT_FALSE(graph.add_scalar(ScalarType::Long, 9223372036854775808.0).ok());
  EXPECT_FALSE(graph.add_scalar(ScalarType::Long, 3.5).ok());
  EXPECT_FALSE(graph.add_scalar(ScalarType::Byte, 256).ok());
  EXPECT_FALSE(graph.add_scalar(ScalarType::Byte, -1).ok());
  EXPECT_FALSE(graph.add_scalar(ScalarType::Int, NAN).ok());
  EXPECT_FALSE(graph.add_scalar(ScalarType::Bool, 2).ok());
}

TEST_F(GraphTest, RefusesUnknownOperands) {
  Graph graph;
  EXPECT_FALSE(graph.add(Unary{}, {0}).ok());
  EXPECT_FALSE(graph.add(Unary{}, {kNoValue}).ok());
  EXPECT_FALSE(graph.add(Unary{}, {}).ok());
}

TEST_F(GraphTest, Pointwise) {
  using U = Unary::Kind;
  using B = Binary::Kind;
  takes(Unary{U::kNeg}, {f16({2})}, f16({2}));
  takes(Unary{U::kIsNan}, {i64({2})}, b8({2}));
  refuses(Unary{U::kNeg}, {u8({2})});
  refuses(Unary{U::kExp}, {i64({2})});
  refuses(Unary{U::kRelu}, {b8({2})});
  refuses(Unary{U::kBitwiseNot}, {f32({2})});
  refuses(Unary{static_cast<U>(200)}, {f32({2})});
  takes(Binary{B::kAdd}, {f32({2, 1, 3}), f32({4, 1})}, f32({2, 4, 3}));
  takes(Binary{B::kGt}, {b8({0, 1}), b8({1, 3})}, b8({0, 3}));
  refuses(Binary{B::kAdd}, {f32({2}), f32({3})});
  refuses(Binary{B::kAdd}, {f32({2}), f16({2})});
  refuses(Binary{B::kDiv}, {i64({2}), i64({2})});
  refuses(Binary{B::kBitwiseOr}, {f32({2}), f32({2})});
  refuses(Binary{static_cast<B>(200)}, {f32({2}), f32({2})});
  refuses(Binary{}, {b8({kMax / 2, 1}), b8({1, kMax / 2})});
  takes(Select{}, {b8({3}), i64({2, 1}), i64({})}, i64({2, 3}));
  refuses(Select{}, {u8({3}), i64({3}), i64({3})});
  takes(Clamp{-kInf, 3.5}, {f32({2})}, f32({2}));
  refuses(Clamp{-kInf, 3.5}, {i64({2})});
  refuses(Clamp{NAN, 3}, {f32({2})});
  refuses(LeakyRelu{0.1}, {i64({2})});
  takes(HardSwish{}, {f32({2})}, f32({2}));
  refuses(HardSwish{}, {f16({2})});
  takes_type(Cast{}, {f32({2})}, u8({2}));
  refuses_type(Cast{}, {f32({2})}, u8({3}));
  refuses_type(Cast{}, {f32({2})}, {ScalarType::Double, {2}});
  refuses(Cast{}, {f32({2})});
}

TEST_F(GraphTest, Shape) {
  takes_type(Reshape{}, {f32({2, 6})}, f32({3, 4}));
  refuses_type(Reshape{}, {f32({2, 6})}, f32({3, 5}));
  refuses_type(Reshape{}, {f32({2, 6})}, f16({3, 4}));
  takes(Transpose{{2, 0, 1}}, {f32({2, 3, 4})}, f32({4, 2, 3}));
  refuses(Transpose{{0, 0, 1}}, {f32({2, 3, 4})});
  refuses(Transpose{{0, 3, 1}}, {f32({2, 3, 4})});
  refuses(Transpose{{0, -1, 1}}, {f32({2, 3, 4})});
  refuses(Transpose{{0, 1}}, {f32({2, 3, 4})});
  takes_type(Broadcast{}, {f32({2, 1})}, f32({5, 2, 3}));
  refuses_type(Broadcast{}, {f32({2, 1})}, f32({5, 3, 3}));
  refuses_type(Broadcast{}, {f32({2, 1})}, f32({2}));
  takes(Concat{1}, {f32({2, 3}), f32({2, 0}), f32({2, 4})}, f32({2, 7}));
  refuses(Concat{1}, {f32({2, 3}), f32({3, 3})});
  refuses(Concat{1}, {f32({2, 3}), f32({2})});
  refuses(Concat{2}, {f32({2, 3})});
  refuses(Concat{0}, {b8({kMax}), b8({kMax})});
  refuses(Concat{0}, {});
  takes(Pad{{1, 0}, {0, 2}, -kInf}, {f32({2, 3})}, f32({3, 5}));
  refuses(Pad{{1, 0}, {0, -2}}, {f32({2, 3})});
  refuses(Pad{{1, 0}, {0, kMax}}, {f32({2, 3})});
  refuses(Pad{{1}, {0}}, {f32({2, 3})});
  refuses(Pad{{1}, {1}, 0.5}, {i64({2})});
  takes(PixelShuffle{2}, {f32({1, 8, 3, 5})}, f32({1, 2, 6, 10}));
  refuses(PixelShuffle{2}, {f32({1, 6, 3, 5})});
  refuses(PixelShuffle{0}, {f32({1, 6, 3, 5})});
  refuses(PixelShuffle{int64_t{1} << 33}, {f32({1, 6, 3, 5})});
}

TEST_F(GraphTest, SliceStaysWithinTheAxis) {
  takes_type(Slice{1, 1, 2}, {f32({2, 6})}, f32({2, 3}));
  takes_type(Slice{1, 6, 1}, {f32({2, 6})}, f32({2, 0}));
  refuses_type(Slice{1, 2, 2}, {f32({2, 6})}, f32({2, 3}));
  refuses_type(Slice{1, 7, 1}, {f32({2, 6})}, f32({2, 0}));
  refuses_type(Slice{1, -1, 1}, {f32({2, 6})}, f32({2, 3}));
  refuses_type(Slice{1, 1, 0}, {f32({2, 6})}, f32({2, 3}));
  refuses_type(Slice{1, 1, kMax}, {f32({2, 6})}, f32({2, 3}));
  refuses_type(Slice{1, 0, 1}, {f32({2, 6})}, f32({3, 3}));
  refuses_type(Slice{2, 0, 1}, {f32({2, 6})}, f32({2, 3}));
}

TEST_F(GraphTest, Convolution) {
  Conv2d op;
  op.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 0}};
  op.groups = 2;
  const TensorType x = f32({1, 4, 9, 9});
  takes(op, {x, f32({6, 2, 3, 3})}, f32({1, 6, 5, 4}));
  takes(op, {x, f32({6, 2, 3, 3}), f32({6})}, f32({1, 6, 5, 4}));
  refuses(op, {x, f32({6, 2, 3, 3}), f32({5})});
  refuses(op, {x, f32({6, 4, 3, 3})});
  refuses(op, {x, f32({5, 2, 3, 3})});
  refuses(op, {x, f32({6, 2, 3, 2})});
  refuses(op, {x, f16({6, 2, 3, 3})});
  refuses(op, {i64({1, 4, 9, 9}), i64({6, 2, 3, 3})});
  refuses(op, {f32({4, 9, 9}), f32({6, 2, 3, 3})});
  refuses(op, {f32({1, 4, 9, 1}), f32({6, 2, 3, 3})});
  for (const int64_t bad : {int64_t{0}, int64_t{-1}, kMax}) {
    Conv2d wrong = op;
    wrong.window.dilation[1] = bad;
    refuses(wrong, {x, f32({6, 2, 3, 3})});
    wrong = op;
    wrong.window.stride[0] = bad;
    refuses(wrong, {x, f32({6, 2, 3, 3})});
    wrong = op;
    wrong.groups = bad;
    refuses(wrong, {x, f32({6, 2, 3, 3})});
  }
  op.window.pad_before[0] = -1;
  refuses(op, {x, f32({6, 2, 3, 3})});
}

TEST_F(GraphTest, Pooling) {
  const TensorType x = f32({1, 2, 6, 6});
  takes_type(pool({3, 3}, {2, 2}), {x}, f32({1, 2, 2, 2}));
  takes_type(pool({3, 3}, {2, 2}), {x}, f32({1, 2, 3, 3}));
  refuses_type(pool({3, 3}, {2, 2}), {x}, f32({1, 2, 4, 3}));
  refuses_type(pool({3, 3}, {2, 2}), {x}, f32({1, 2, 1, 3}));
  refuses_type(pool({3, 3}, {2, 2}), {x}, f32({1, 2, 0, 3}));
  refuses_type(pool({3, 3}, {1, 1}), {x}, f32({1, 2, 5, 4}));
  refuses_type(pool({3, 3}, {2, 2}), {x}, f32({2, 2, 2, 2}));
  // A window that starts in the padding behind is none.
  takes_type(pool({2, 2}, {4, 4}, {1, 1}), {x}, f32({1, 2, 2, 2}));
  takes_type(pool({1, 1}, {4, 4}, {1, 1}), {x}, f32({1, 2, 2, 2}));
  refuses_type(pool({1, 1}, {7, 7}, {1, 1}), {x}, f32({1, 2, 3, 2}));
  refuses_type(pool({1, 1}, {7, 7}, {1, 1}), {f32({1, 2, 5, 5})},
               f32({1, 2, 2, 2}));
  // A kernel larger than the input, in ceil mode.
  takes_type(pool({7, 7}, {2, 2}), {x}, f32({1, 2, 1, 1}));
  refuses_type(pool({8, 8}, {2, 2}), {x}, f32({1, 2, 1, 1}));
  takes_type(pool({3, 3}, {2, 2}), {i64({1, 2, 6, 6})}, i64({1, 2, 2, 2}));
  Pool2d average = pool({3, 3}, {2, 2});
  average.kind = Pool2d::Kind::kAverage;
  takes_type(average, {f16({1, 2, 6, 6})}, f16({1, 2, 2, 2}));
  refuses_type(average, {i64({1, 2, 6, 6})}, i64({1, 2, 2, 2}));
  refuses(average, {x});
}

TEST_F(GraphTest, FurtherOutputs) {
  Graph graph;
  const auto x = add_inputs(graph, {f32({2, 3, 6, 6})});
  const auto positions =
      graph.add_all(pool({2, 2}, {2, 2}), x, f32({2, 3, 3, 3}), 2);
  ASSERT_TRUE(positions.ok());
  EXPECT_EQ(graph.type((*positions)[1]), i64({2, 3, 3, 3}));
  const auto norm = graph.add_all(LayerNorm{2, 1e-5}, x, f32({2, 3, 6, 6}), 3);
  ASSERT_TRUE(norm.ok());
  EXPECT_EQ(graph.type((*norm)[2]), f32({2, 3, 1, 1}));
  EXPECT_FALSE(graph.add_all(LayerNorm{2}, x, f32({2, 3, 6, 6}), 4).ok());
  EXPECT_FALSE(graph.add_all(LayerNorm{2}, x, f32({2, 3, 6, 6}), 0).ok());
  EXPECT_FALSE(graph.add_all(LayerNorm{2}, x, f32({2, 3, 6, 5}), 1).ok());
  EXPECT_FALSE(graph.add_all(Softmax{2}, x, f32({2, 3, 6, 6}), 2).ok());
}

TEST_F(GraphTest, MatrixProduct) {
  takes(MatMul{}, {f32({5, 1, 2, 3}), f32({4, 3, 7})}, f32({5, 4, 2, 7}));
  takes(MatMul{}, {f32({2, 3}), f32({3, 7}), f32({7})}, f32({2, 7}));
  takes(MatMul{}, {f32({2, 0}), f32({0, 7}), f32({})}, f32({2, 7}));
  refuses(MatMul{}, {f32({2, 3}), f32({3, 7}), f32({1, 2, 7})});
  refuses(MatMul{}, {f32({2, 3}), f32({4, 7})});
  refuses(MatMul{}, {f32({3}), f32({3, 7})});
  refuses(MatMul{}, {f32({2, 3}), f16({3, 7})});
  refuses(MatMul{}, {f32({2, 2, 3}), f32({3, 3, 7})});
  refuses(MatMul{}, {b8({kMax, 0}), b8({0, kMax})});
  refuses(MatMul{}, {f32({kMax / 8, 0}), f32({0, kMax / 8})});
}

TEST_F(GraphTest, ProductOfQuantizedRows) {
  const QuantizedMatMul op;
  const auto i8 = [](Sizes sizes) {
    return TensorType{ScalarType::Char, sizes};
  };
  const TensorType x = u8({2, 3, 8});
  const TensorType scale = f32({2, 3, 1});
  const TensorType zero = u8({2, 3, 1});
  takes(op, {x, scale, zero, i8({5, 8}), f32({5, 1})}, f32({2, 3, 5}));
  takes(op, {x, scale, zero, u8({5, 4}), f32({5, 2}), f32({5})},
        f32({2, 3, 5}));
  takes(op, {u8({0, 3}), f32({0, 1}), u8({0, 1}), u8({5, 2}), f32({5, 1})},
        f32({0, 5}));
  refuses(op, {f32({2, 3, 8}), scale, zero, i8({5, 8}), f32({5, 1})});
  refuses(op, {x, f32({2, 3}), zero, i8({5, 8}), f32({5, 1})});
  refuses(op, {x, scale, f32({2, 3, 1}), i8({5, 8}), f32({5, 1})});
  refuses(op, {x, scale, zero, i8({5, 7}), f32({5, 1})});
  refuses(op, {x, scale, zero, i8({8}), f32({5, 1})});
  refuses(op, {x, scale, zero, f32({5, 8}), f32({5, 1})});
  refuses(op, {x, scale, zero, u8({5, 8}), f32({5, 1})});
  refuses(op, {x, scale, zero, i8({5, 8}), f32({5, 3})});
  refuses(op, {x, scale, zero, i8({5, 8}), f32({5, 0})});
  refuses(op, {x, scale, zero, i8({5, 8}), f32({5})});
  refuses(op, {x, scale, zero, i8({5, 8}), f32({4, 1})});
  refuses(op, {x, scale, zero, i8({5, 8}), f32({5, 1}), f32({1, 5})});
  refuses(op, {u8({2, 0}), f32({2, 1}), u8({2, 1}), i8({5, 0}), f32({5, 1})});
  const auto with_depth = [&](int64_t k) -> Types {
    return {u8({1, k}), f32({1, 1}), u8({1, 1}), i8({5, k}), f32({5, 1})};
  };
  takes(op, with_depth(op.kMaxBlock), f32({1, 5}));
  refuses(op, with_depth(op.kMaxBlock + 1));
  refuses(op, with_depth(kMax / 8));
  refuses(op, {u8({}), f32({}), u8({}), i8({5, 1}), f32({5, 1})});
}

TEST_F(GraphTest, RowsThatAreQuantized) {
  Graph graph;
  const auto x = add_inputs(graph, {f16({2, 3, 4})});
  const auto rows = graph.add_all(QuantizeRows{1}, x, u8({2, 3, 4}), 3);
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(graph.type((*rows)[1]), f32({2, 1, 1}));
  EXPECT_EQ(graph.type((*rows)[2]), u8({2, 1, 1}));
  takes(QuantizeRows{1}, {f32({0, 3})}, u8({0, 3}));
  refuses(QuantizeRows{1}, {f32({3, 0})});
  refuses(QuantizeRows{2}, {f32({3, 4})});
  refuses(QuantizeRows{-1}, {f32({3, 4})});
  refuses(QuantizeRows{0}, {f32({})});
  refuses(QuantizeRows{0}, {u8({3})});
}

TEST_F(GraphTest, Reduction) {
  takes(Mean{{3, 1}}, {f32({2, 3, 4, 5})}, f32({2, 1, 4, 1}));
  refuses(Mean{{1, 1}}, {f32({2, 3})});
  refuses(Mean{{2}}, {f32({2, 3})});
  refuses(Mean{{0}}, {i64({2, 3})});
  takes(Softmax{1, true}, {f16({2, 3})}, f16({2, 3}));
  refuses(Softmax{0}, {f32({})});
  takes(LayerNorm{1, 1e-5}, {f32({2, 3}), f32({3}), f32({3})}, f32({2, 3}));
  refuses(LayerNorm{1, 1e-5}, {f32({2, 3}), f32({2})});
  refuses(LayerNorm{2, 1e-5}, {f32({2, 3})});
  refuses(LayerNorm{1, -1}, {f32({2, 3})});
  refuses(LayerNorm{1, NAN}, {f32({2, 3})});
  takes(BatchNorm{}, {f32({2, 3, 1}), f32({3}), f32({3})}, f32({2, 3, 1}));
  refuses(BatchNorm{}, {f32({2, 3, 1}), f32({3}), f32({1})});
  refuses(BatchNorm{}, {f32({2}), f32({2}), f32({2})});
  Graph graph;
  auto ids = add_inputs(graph, {f32({2, 3}), f32({3}), f32({3}), f32({3})});
  ids.insert(ids.begin() + 3, kNoValue);
  EXPECT_TRUE(graph.add(BatchNorm{}, ids).ok());
  ids[1] = kNoValue;
  EXPECT_FALSE(graph.add(BatchNorm{}, ids).ok());
}

TEST_F(GraphTest, Indexing) {
  takes(Gather{1}, {f32({2, 3, 4}), i64({5, 6})}, f32({2, 5, 6, 4}));
  takes(Gather{0}, {f32({2}), i64({})}, f32({}));
  refuses(Gather{1}, {f32({2, 3}), f32({5})});
  refuses(Gather{1}, {f32({2, 3}), b8({5})});
  refuses(Gather{2}, {f32({2, 3}), i64({5})});
  takes(GatherNd{}, {f32({2, 3, 4}), i64({5, 1}), i64({6})}, f32({5, 6, 4}));
  refuses(GatherNd{}, {f32({2}), i64({1}), i64({1})});
  refuses(GatherNd{}, {f32({2})});
  refuses(GatherNd{}, {f32({2, 2}), i64({2}), i64({3})});
  takes(ScatterNd{}, {f32({2, 3}), f32({3}), i64({5})}, f32({2, 3}));
  refuses(ScatterNd{}, {f32({2, 3}), f32({2}), i64({5})});
  refuses(ScatterNd{}, {f32({2, 3}), f16({3}), i64({5})});
  refuses(ScatterNd{}, {f32({2, 3}), f32({3})});
  refuses(ScatterNd{true}, {b8({2}), b8({1}), i64({1})});
  refuses(GatherNd{}, {f32(Sizes(16, 1)), i64(Sizes(10, 1))});
}

}  // namespace
}  // namespace executorch::backends::engine
