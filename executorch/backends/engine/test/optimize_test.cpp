#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/test/kernel_twin.h>
#include <gmock/gmock.h>

#include <string>

// What passes make of graphs: norms, concatenations, padding and layouts.
namespace executorch::backends::engine::testing {
namespace {

using ::testing::ElementsAre;

constexpr ScalarType kFloat = ScalarType::Float;

TensorType f32(Sizes sizes) { return {kFloat, std::move(sizes)}; }

/// Without reshapes, which are no steps.
std::vector<std::string> optimized(const Graph& graph) {
  const Result<Graph> made = optimize(graph);
  EXPECT_TRUE(made.ok());
  std::vector<std::string> names;
  for (const Node& node : made->nodes()) {
    if (!std::holds_alternative<Reshape>(node.op)) {
      names.push_back(
          std::visit([](const auto& op) { return op.kName; }, node.op));
    }
  }
  return names;
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
  EXPECT_THAT(optimized(graph), ElementsAre("Transpose", "Conv2d", "Gather",
                                            "Conv2d", "Transpose"));

  const TestTensor values = random(kFloat, {1, 3, 4, 5}, -1, 1, 2);
  const TestTensor first = NodeCase{Conv2d{}, {values, weight}}.run_one();
  const TestTensor rows = NodeCase{Gather{2}, {first, places}}.run_one();
  expect_near(run_graph(graph, {values})[0],
              NodeCase{Conv2d{}, {rows, weight}}.run_one(), 1e-6f);
}

}  // namespace
}  // namespace executorch::backends::engine::testing
