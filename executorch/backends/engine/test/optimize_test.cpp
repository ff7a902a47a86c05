#include <executorch/backends/engine/test/kernel_twin.h>
#include <gmock/gmock.h>

// What passes make of graphs: norms, concatenations, padding and layouts.
namespace executorch::backends::engine::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr ScalarType kFloat = ScalarType::Float;
constexpr Binary kAdd{Binary::Kind::kAdd};
constexpr Binary kSub{Binary::Kind::kSub};
constexpr Binary kMul{Binary::Kind::kMul};

TensorType f32(Sizes sizes) { return {kFloat, std::move(sizes)}; }

/// x [3, 5, 8], normalized over the last dimension.
struct NormModel {
  Graph graph;
  ValueId x = *graph.add_input(f32({3, 5, 8}));
  ValueId epsilon = *graph.add_scalar(kFloat, 0.25);

  ValueId reshape(ValueId id, Sizes sizes) {
    return *graph.add(Reshape{}, {id}, f32(std::move(sizes)));
  }
  /// As XNNPACK's payloads have it: of the pixels of one channel.
  ValueId mean(ValueId id) {
    const ValueId planes =
        *graph.add(Transpose{{0, 3, 1, 2}}, {reshape(id, {15, 1, 8, 1})});
    const ValueId y = *graph.add(Mean{{2, 3}}, {planes});
    return reshape(*graph.add(Transpose{{0, 2, 3, 1}}, {y}), {3, 5, 1});
  }
  ValueId scale_of(ValueId mean_square) {
    return *graph.add(Unary{Unary::Kind::kRsqrt},
                      {*graph.add(kAdd, {mean_square, epsilon})});
  }
  ValueId square(ValueId id) { return *graph.add(kMul, {id, id}); }
};

TEST(NormTest, LayerNormIsOneNode) {
  NormModel model;
  Graph& graph = model.graph;
  const ValueId weight = *graph.add_input(f32({1, 1, 8}));
  const ValueId bias = *graph.add_input(f32({8}));
  const ValueId centred = *graph.add(kSub, {model.x, model.mean(model.x)});
  const ValueId scale = model.scale_of(model.mean(model.square(centred)));
  const ValueId y = *graph.add(kMul, {centred, scale});
  const ValueId weighted = *graph.add(kMul, {weight, y});
  graph.set_outputs({*graph.add(kAdd, {weighted, bias})});
  EXPECT_THAT(optimized_operators(graph), ElementsAre("LayerNorm"));

  const TestTensor x = random(kFloat, {3, 5, 8}, 9, 11);
  const TestTensor w = random(kFloat, {1, 1, 8}, -1, 1, 2);
  const TestTensor b = random(kFloat, {8}, -1, 1, 3);
  const NodeCase norm{LayerNorm{2, 0.25}, {x, floats({8}, w.floats()), b}};
  expect_near(run_graph(graph, {x, w, b})[0], norm.run_one(), 1e-6f);
}

TEST(NormTest, ANormWithoutMeanIsOneNode) {
  NormModel model;
  Graph& graph = model.graph;
  const ValueId weight = *graph.add_input(f32({8}));
  const ValueId means = *graph.add(Mean{{2}}, {model.square(model.x)});
  const ValueId y = *graph.add(kMul, {model.x, model.scale_of(means)});
  graph.set_outputs({*graph.add(kMul, {y, weight})});
  EXPECT_THAT(optimized_operators(graph), ElementsAre("LayerNorm"));

  const TestTensor x = random(kFloat, {3, 5, 8}, 1, 2);
  const TestTensor w = random(kFloat, {8}, -1, 1, 2);
  const NodeCase norm{LayerNorm{2, 0.25, false}, {x, w, std::nullopt}};
  expect_near(run_graph(graph, {x, w})[0], norm.run_one(), 1e-6f);
}

TEST(NormTest, ResultsThatAreReadBeforeTheWeightStay) {
  NormModel model;
  Graph& graph = model.graph;
  const ValueId weight = *graph.add_input(f32({8}));
  const ValueId means = *graph.add(Mean{{2}}, {model.square(model.x)});
  const ValueId y = *graph.add(kMul, {model.x, model.scale_of(means)});
  graph.set_outputs({*graph.add(kMul, {y, weight}), y});
  EXPECT_THAT(optimized_operators(graph), ElementsAre("LayerNorm", "Binary"));
}

TEST(NormTest, WeightsByRowAreNoneOfTheNorm) {
  NormModel model;
  Graph& graph = model.graph;
  const ValueId weight = *graph.add_input(f32({5, 1}));
  const ValueId means = *graph.add(Mean{{2}}, {model.square(model.x)});
  const ValueId y = *graph.add(kMul, {model.x, model.scale_of(means)});
  graph.set_outputs({*graph.add(kMul, {y, weight})});
  EXPECT_THAT(optimized_operators(graph), ElementsAre("LayerNorm", "Binary"));
}

TEST(NormTest, OtherMeansAreNone) {
  const auto stays = [](const std::vector<int32_t>& axes, bool is_own,
                        bool is_known) {
    NormModel model;
    Graph& graph = model.graph;
    if (!is_known) {
      model.epsilon = *graph.add_input(f32({1}));
    }
    const ValueId other = is_own ? model.x : *graph.add_input(f32({3, 5, 8}));
    const ValueId means = *graph.add(Mean{axes}, {model.square(other)});
    graph.set_outputs({*graph.add(kMul, {model.x, model.scale_of(means)})});
    return optimized_operators(graph);
  };
  EXPECT_THAT(stays({2}, true, true), Contains("LayerNorm"));
  EXPECT_THAT(stays({1}, true, true), Not(Contains("LayerNorm")));
  EXPECT_THAT(stays({0, 2}, true, true), Not(Contains("LayerNorm")));
  EXPECT_THAT(stays({2}, false, true), Not(Contains("LayerNorm")));
  EXPECT_THAT(stays({2}, true, false), Not(Contains("LayerNorm")));
}

TEST(ConcatTest, PartsOfPartsAreOneNode) {
  Graph graph;
  std::vector<ValueId> x;
  for (int64_t i = 1; i <= 4; ++i) {
    x.push_back(*graph.add_input(f32({2, i})));
  }
  const ValueId first = *graph.add(Concat{1}, {x[0], x[1]});
  const ValueId last = *graph.add(Concat{1}, {x[2], x[3]});
  graph.set_outputs({*graph.add(Concat{1}, {first, last})});
  EXPECT_THAT(optimized_operators(graph), ElementsAre("Concat"));

  std::vector<TestTensor> values;
  NodeCase concat{Concat{1}, {}};
  for (const ValueId id : x) {
    values.push_back(random(kFloat, graph.type(id).sizes, -1, 1, id));
    concat.operands.push_back(values.back());
  }
  EXPECT_EQ(run_graph(graph, values)[0].bytes, concat.run_one().bytes);
}

TEST(ConcatTest, PartsAlongAnotherAxisOrReadElsewhereStay) {
  const auto names = [](int32_t axis, bool is_output) {
    Graph graph;
    const ValueId x = *graph.add_input(f32({2, 2}));
    const ValueId inner = *graph.add(Concat{axis}, {x, x});
    const ValueId other = *graph.add_input(graph.type(inner));
    const ValueId y = *graph.add(Concat{1}, {inner, other});
    graph.set_outputs(is_output ? std::vector{y, inner} : std::vector{y});
    return optimized_operators(graph);
  };
  EXPECT_THAT(names(1, false), ElementsAre("Concat"));
  EXPECT_THAT(names(0, false), ElementsAre("Concat", "Concat"));
  EXPECT_THAT(names(1, true), ElementsAre("Concat", "Concat"));
}

/// `after` on x [1, 3, 6, 7] with zeros, or others, around.
struct PaddedCase {
  Op after;
  Sizes result;
  std::optional<TestTensor> weight = std::nullopt;
  Pad pad{{0, 0, 1, 2}, {0, 0, 2, 1}, 0};

  Graph graph() const {
    Graph graph;
    const ValueId x = *graph.add_input(f32({1, 3, 6, 7}));
    std::vector<ValueId> inputs{*graph.add(pad, {x})};
    if (weight.has_value()) {
      inputs.push_back(*graph.add_constant(weight->type, weight->bytes.data()));
    }
    graph.set_outputs({*graph.add(after, inputs, f32(result))});
    return graph;
  }

  /// The padding is gone, and the result as if it was not.
  void expect_fused() const {
    EXPECT_THAT(optimized_operators(graph()), Not(Contains("Pad")));
    const TestTensor x = random(kFloat, {1, 3, 6, 7});
    NodeCase alone{after, {NodeCase{pad, {x}}.run_one()}, f32(result)};
    if (weight.has_value()) {
      alone.operands.push_back(weight);
    }
    expect_near(run_graph(graph(), {x})[0], alone.run_one(), 1e-6f);
  }
  void expect_stays() const {
    EXPECT_THAT(optimized_operators(graph()), Contains("Pad"));
  }
};

TEST(PaddingTest, IsPartOfAverages) {
  Pool2d op;
  op.kind = Pool2d::Kind::kAverage;
  op.window.kernel = {3, 2};
  op.count_include_pad = false;
  PaddedCase pool{op, {1, 3, 7, 9}};
  pool.expect_fused();
  op.window.stride = {2, 3};
  PaddedCase{op, {1, 3, 4, 3}}.expect_fused();
  // The last window hangs over what was padded.
  PaddedCase{op, {1, 3, 4, 4}}.expect_stays();
  pool.pad.value = 1;
  pool.expect_stays();
}

TEST(PaddingTest, ThatDoesNotCountIsAnotherThing) {
  Pool2d op;
  op.kind = Pool2d::Kind::kAverage;
  op.window.kernel = {3, 3};
  op.window.pad_before = op.window.pad_after = {1, 1};
  op.count_include_pad = false;
  PaddedCase{op, {1, 3, 9, 10}}.expect_stays();
  op.count_include_pad = true;
  PaddedCase{op, {1, 3, 9, 10}}.expect_fused();
  op.kind = Pool2d::Kind::kMax;
  PaddedCase{op, {1, 3, 9, 10}}.expect_stays();
}

TEST(PaddingTest, IsPartOfConvolutions) {
  Conv2d op;
  op.window.kernel = {3, 3};
  op.window.stride = {2, 1};
  PaddedCase conv{op, {1, 4, 4, 8}, random(kFloat, {4, 3, 3, 3}, -1, 1, 2)};
  conv.expect_fused();
  conv.pad.before[1] = 1;
  conv.weight = random(kFloat, {4, 4, 3, 3}, -1, 1, 2);
  conv.expect_stays();
}

TEST(ChannelsLastTest, RowsAreGatheredBetweenConvolutions) {
  Graph graph;
  const TestTensor weight = random(kFloat, {3, 3, 1, 1});
  const ValueId w = *graph.add_constant(weight.type, weight.bytes.data());
  const TestTensor places = integers(ScalarType::Long, {3}, {3, 0, 3});
  const ValueId p = *graph.add_constant(places.type, places.bytes.data());
  const ValueId x = *graph.add_input(f32({1, 3, 4, 5}));
  const ValueId a = *graph.add(Conv2d{}, {x, w});
  const ValueId b = *graph.add(Gather{2}, {a, p});
  graph.set_outputs({*graph.add(Conv2d{}, {b, w})});
  EXPECT_THAT(
      optimized_operators(graph),
      ElementsAre("Transpose", "Conv2d", "Gather", "Conv2d", "Transpose"));

  const TestTensor values = random(kFloat, {1, 3, 4, 5}, -1, 1, 2);
  const TestTensor first = NodeCase{Conv2d{}, {values, weight}}.run_one();
  const TestTensor rows = NodeCase{Gather{2}, {first, places}}.run_one();
  expect_near(run_graph(graph, {values})[0],
              NodeCase{Conv2d{}, {rows, weight}}.run_one(), 1e-6f);
}

}  // namespace
}  // namespace executorch::backends::engine::testing
