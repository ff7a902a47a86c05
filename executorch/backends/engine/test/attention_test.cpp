#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/test/kernel_twin.h>
#include <executorch/runtime/platform/runtime.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

// Attention: its kernels, what a graph takes, and what becomes one.
namespace executorch::backends::engine::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr ScalarType kFloat = ScalarType::Float;

TensorType f32(Sizes sizes) { return {kFloat, std::move(sizes)}; }

/// Two samples of three heads, which lie side by side in each row of q, k, v
/// and y; the mask is one for all heads.
Attention heads(int64_t rows, int64_t keys, int64_t depth, int64_t columns) {
  Attention op;
  op.batch = {2, 3};
  op.rows = rows;
  op.keys = keys;
  op.depth = depth;
  op.columns = columns;
  op.scale = 0.5;
  op.q = {0, {rows * 3 * depth, depth, 3 * depth, 1}};
  op.k = {0, {keys * 3 * depth, depth, 3 * depth, 1}};
  op.v = {0, {keys * 3 * columns, columns, 3 * columns, 1}};
  op.mask = {0, {rows * keys, 0, keys, 1}};
  op.y = {0, {rows * 3 * columns, columns, 3 * columns, 1}};
  return op;
}

NodeCase node_of(const Attention& op, bool has_mask) {
  NodeCase node{op,
                {random(kFloat, {2, op.rows, 3 * op.depth}, -2, 2),
                 random(kFloat, {2, op.keys, 3 * op.depth}, -2, 2, 2),
                 random(kFloat, {2, op.keys, 3 * op.columns}, -1, 1, 3)}};
  if (has_mask) {
    node.operands.push_back(random(kFloat, {2, op.rows, op.keys}, -1, 1, 4));
  }
  node.type = f32({2, op.rows, 3 * op.columns});
  return node;
}

TEST(AttentionTest, Remainders) {
  for (const int64_t rows : {1, 3, 4, 13, 100}) {
    for (const int64_t keys : {1, 2, 17, 70}) {
      for (const int64_t depth : {1, 5, 16, 40}) {
        const Attention op = heads(rows, keys, depth, depth + 1);
        expect_twin<Attention>(node_of(op, false), simd::make_attention, 1e-5f);
        expect_twin<Attention>(node_of(op, true), simd::make_attention, 1e-5f);
      }
    }
  }
}

TEST(AttentionTest, ManyKeys) {
  expect_twin<Attention>(node_of(heads(150, 1500, 9, 33), true),
                         simd::make_attention, 1e-5f);
}

TEST(AttentionTest, KeysInColumns) {
  for (const int64_t rows : {1, 30}) {
    Attention op = heads(rows, 20, 7, 5);
    // Of each sample and head [depth, keys].
    op.k = {0, {3 * 7 * 20, 7 * 20, 1, 20}};
    expect_twin<Attention>(node_of(op, true), simd::make_attention, 1e-5f);
  }
}

TEST(AttentionTest, AMaskOfOneRowOrOneColumn) {
  for (const int64_t rows : {2, 30}) {
    Attention op = heads(rows, 20, 7, 5);
    op.mask = {3, {0, 0, 0, 1}};
    expect_twin<Attention>(node_of(op, true), simd::make_attention, 1e-5f);
    op.mask = {0, {0, 0, 1, 0}};
    expect_twin<Attention>(node_of(op, true), simd::make_attention, 1e-5f);
  }
}

TEST(AttentionTest, RowsWithoutAnyKeyAreNaN) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const int64_t rows : {1, 20}) {
    NodeCase node = node_of(heads(rows, 20, 7, 5), true);
    auto* mask = reinterpret_cast<float*>(node.operands[3]->bytes.data());
    std::fill_n(mask, 20, -kInfinity);
    mask[21] = -kInfinity;
    expect_twin<Attention>(node, simd::make_attention, 1e-5f);
    EXPECT_TRUE(std::isnan(node.run_one().floats()[0]));
  }
}

TEST(AttentionTest, RefusesWhatIsNotWithinItsOperands) {
  runtime::runtime_init();
  const auto accepts = [](const Attention& op) {
    return node_of(op, true).is_accepted();
  };
  const Attention good = heads(4, 5, 6, 7);
  EXPECT_TRUE(accepts(good));
  Attention bad = good;
  bad.q.offset = 1;
  EXPECT_FALSE(accepts(bad));
  bad = good;
  bad.k.strides[2] = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(accepts(bad));
  bad = good;
  bad.v.strides[0] = -1;
  EXPECT_FALSE(accepts(bad));
  bad = good;
  bad.mask.strides.pop_back();
  EXPECT_FALSE(accepts(bad));
  bad = good;
  bad.batch[1] = 0;
  EXPECT_FALSE(accepts(bad));
  bad = good;
  // Two heads in one place, and one place without.
  bad.y.strides[1] = 0;
  EXPECT_FALSE(accepts(bad));
}

/// A graph with an attention of [heads, length, size] in its middle.
struct Model {
  static constexpr int64_t kLength = 10;
  static constexpr int64_t kHeads = 3;
  static constexpr int64_t kSize = 4;
  static constexpr int64_t kWidth = kHeads * kSize;

  Graph graph;

  /// Of an input [length, width].
  ValueId heads(ValueId x) {
    return *graph.add(
        Transpose{{1, 0, 2}},
        {*graph.add(Reshape{}, {x}, f32({kLength, kHeads, kSize}))});
  }
  ValueId transposed(ValueId x) {
    return *graph.add(Transpose{{0, 2, 1}}, {x});
  }
  ValueId softmax(ValueId scores) { return *graph.add(Softmax{2}, {scores}); }
  /// The result, as a row for each place of the sequence.
  void finish(ValueId probabilities, ValueId v) {
    const ValueId y = *graph.add(MatMul{}, {probabilities, v});
    graph.set_outputs(
        {*graph.add(Reshape{}, {*graph.add(Transpose{{1, 0, 2}}, {y})},
                    f32({kLength, kWidth}))});
  }
};

TEST(AttentionTest, HeadsAreReadWhereAProductPutsThem) {
  // As vision models have it: one product for q, k and v, and q is scaled.
  Model model;
  Graph& graph = model.graph;
  const ValueId x = *graph.add_input(f32({Model::kLength, 3 * Model::kWidth}));
  const ValueId parts = *graph.add(
      Transpose{{1, 0, 2}},
      {*graph.add(Reshape{}, {x}, f32({Model::kLength, 3, Model::kWidth}))});
  ValueId heads[3];
  for (int i = 0; i < 3; ++i) {
    heads[i] = model.heads(*graph.add(Slice{0, i, 1}, {parts},
                                      f32({1, Model::kLength, Model::kWidth})));
  }
  const ValueId q = *graph.add(Binary{Binary::Kind::kMul},
                               {heads[0], *graph.add_scalar(kFloat, 0.5)});
  model.finish(
      model.softmax(*graph.add(MatMul{}, {q, model.transposed(heads[1])})),
      heads[2]);
  EXPECT_THAT(optimized_operators(graph), ElementsAre("Attention"));
}

TEST(AttentionTest, HeadsOfAGroupShareTheirKeys) {
  // As language models have it: a scale and a mask after the product, and keys
  // that are one for three heads.
  Model model;
  Graph& graph = model.graph;
  const Sizes one = {1, Model::kLength, Model::kSize};
  const TensorType all = f32({3, Model::kLength, Model::kSize});
  const ValueId q =
      model.heads(*graph.add_input(f32({Model::kLength, Model::kWidth})));
  const ValueId k = *graph.add(Broadcast{}, {*graph.add_input(f32(one))}, all);
  const ValueId v = *graph.add(Broadcast{}, {*graph.add_input(f32(one))}, all);
  const ValueId mask = *graph.add_input(f32({Model::kLength, Model::kLength}));
  const ValueId scores =
      *graph.add(Binary{Binary::Kind::kDiv},
                 {*graph.add(MatMul{}, {q, model.transposed(k)}),
                  *graph.add_scalar(kFloat, 2)});
  model.finish(
      model.softmax(*graph.add(Binary{Binary::Kind::kAdd}, {scores, mask})), v);
  EXPECT_THAT(optimized_operators(graph), ElementsAre("Attention"));
}

TEST(AttentionTest, ScoresThatAreReadElsewhereStay) {
  Model model;
  Graph& graph = model.graph;
  const TensorType type = f32({Model::kHeads, Model::kLength, Model::kSize});
  const ValueId q = *graph.add_input(type);
  const ValueId k = *graph.add_input(type);
  const ValueId p =
      model.softmax(*graph.add(MatMul{}, {q, model.transposed(k)}));
  graph.set_outputs({*graph.add(MatMul{}, {p, k}), p});
  EXPECT_THAT(optimized_operators(graph),
              ElementsAre("Transpose", "MatMul", "Softmax", "MatMul"));
}

TEST(AttentionTest, AScaleAfterTheMaskIsNone) {
  Model model;
  Graph& graph = model.graph;
  const TensorType type = f32({Model::kHeads, Model::kLength, Model::kSize});
  const ValueId q = *graph.add_input(type);
  const ValueId k = *graph.add_input(type);
  const ValueId mask = *graph.add_input(f32({Model::kLength, Model::kLength}));
  const ValueId masked =
      *graph.add(Binary{Binary::Kind::kAdd},
                 {*graph.add(MatMul{}, {q, model.transposed(k)}), mask});
  const ValueId scores = *graph.add(Binary{Binary::Kind::kMul},
                                    {masked, *graph.add_scalar(kFloat, 2)});
  model.finish(model.softmax(scores), k);
  EXPECT_THAT(optimized_operators(graph), Not(Contains("Attention")));
}

}  // namespace
}  // namespace executorch::backends::engine::testing
