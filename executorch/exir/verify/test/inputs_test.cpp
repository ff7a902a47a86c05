#include <executorch/exir/ir/parser.h>
#include <executorch/exir/verify/sample_inputs.h>
#include <executorch/exir/verify/symbols.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace executorch::exir {
namespace {

std::unique_ptr<Graph> graph_of(const char* text) {
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph) << graph.error().str();
  return *std::move(graph);
}

std::vector<int64_t> sizes_of(const HostValue& value) {
  return std::get<HostTensor>(value).sizes;
}

TEST(SampleInputs, SizesLieInTheirRangesAndDiffer) {
  const auto graph = graph_of(
      "symbol s0 in [2, 64]\n"
      "symbol s1 in [1, 64]\n"
      "symbol s2 in [1, 4]\n"
      "input %x: f32[s0, 2*s1]\n"
      "input %y: f32[s2, s0]\n"
      "output %x\n");
  const auto inputs = sample_inputs(*graph);
  ASSERT_TRUE(inputs);
  EXPECT_EQ(sizes_of((*inputs)[0]), (std::vector<int64_t>{3, 10}));
  EXPECT_EQ(sizes_of((*inputs)[1]), (std::vector<int64_t>{4, 3}));
}

TEST(SampleInputs, SizesMayBeTheLargest) {
  const auto graph = graph_of(
      "symbol s0 in [2, 64]\n"
      "input %x: f32[s0, 2*s0]\n"
      "output %x\n");
  const auto inputs = sample_inputs(*graph, SampleKind{}.at_bounds());
  ASSERT_TRUE(inputs);
  EXPECT_EQ(sizes_of((*inputs)[0]), (std::vector<int64_t>{64, 128}));
}

TEST(SampleInputs, AreTheSameEveryTimeAndAboutNormal) {
  const auto graph = graph_of("input %x: f32[1000]\noutput %x\n");
  const auto first = sample_inputs(*graph);
  const auto second = sample_inputs(*graph);
  ASSERT_TRUE(first && second);
  const auto& bytes = std::get<HostTensor>((*first)[0]).data.bytes;
  EXPECT_TRUE(
      std::ranges::equal(bytes, std::get<HostTensor>((*second)[0]).data.bytes));
  std::vector<float> values(1000);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  double sum = 0;
  double squares = 0;
  for (const float value : values) {
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / 1000, 0, 0.1);
  EXPECT_NEAR(squares / 1000, 1, 0.1);
}

TEST(SampleInputs, IntegersAreSmall) {
  const auto graph = graph_of("input %x: i64[100]\noutput %x\n");
  for (const SampleKind& kind : sample_kinds()) {
    const auto inputs = sample_inputs(*graph, kind);
    ASSERT_TRUE(inputs);
    std::vector<int64_t> values(100);
    std::memcpy(values.data(),
                std::get<HostTensor>((*inputs)[0]).data.bytes.data(), 800);
    for (const int64_t value : values) {
      EXPECT_TRUE(value == 0 || value == 1) << value;
    }
  }
}

HostValue zeros(const std::vector<int64_t>& sizes) {
  return HostTensor{ScalarType::Float, sizes, {}};
}

constexpr const char* kScaled =
    "symbol s0 in [1, 64]\n"
    "symbol s1 in [1, 64]\n"
    "input %x: f32[2*s0 + 1, s1]\n"
    "input %y: f32[s0*s1]\n"
    "output %x\n";

TEST(BindSymbols, SolvesForTheSymbolsOfExpressions) {
  const auto graph = graph_of(kScaled);
  const auto symbols = bind_symbols(*graph, {zeros({7, 5}), zeros({15})});
  ASSERT_TRUE(symbols) << symbols.error().str();
  EXPECT_EQ(symbols->at("s0"), 3);
  EXPECT_EQ(symbols->at("s1"), 5);
}

TEST(BindSymbols, RefusesWhatDoesNotFit) {
  const auto graph = graph_of(kScaled);
  EXPECT_EQ(bind_symbols(*graph, {zeros({7, 5})}).error().message,
            "1 inputs, expected 2");
  EXPECT_EQ(bind_symbols(*graph, {zeros({7, 5}), zeros({16})}).error().message,
            "input 1 has 16 where the model expects s0*s1");
  EXPECT_EQ(bind_symbols(*graph, {zeros({6, 5}), zeros({16})}).error().message,
            "input 0 has 6 where the model expects 2*s0 + 1");
  EXPECT_EQ(bind_symbols(*graph, {zeros({7}), zeros({15})}).error().message,
            "input 0 is f32[7], expected f32[2*s0 + 1, s1]");
}

}  // namespace
}  // namespace executorch::exir
