#include <executorch/backends/engine/plan/offsets.h>
#include <executorch/backends/engine/test/run_graph.h>
#include <executorch/runtime/platform/runtime.h>

#include <gmock/gmock.h>
#include <support/allocation_counter.h>

#include <algorithm>
#include <cmath>

// Lifetimes, shared memory, constants and outputs.
namespace executorch::backends::engine::testing {
namespace {

using ::testing::ElementsAre;

constexpr Unary kNeg{Unary::Kind::kNeg};
constexpr Unary kAbs{Unary::Kind::kAbs};
constexpr Binary kAdd{Binary::Kind::kAdd};
constexpr Binary kMul{Binary::Kind::kMul};

TensorType f32(Sizes sizes) { return {ScalarType::Float, std::move(sizes)}; }

size_t arena_of(const Graph& graph) {
  return (*Executable::compile(graph))->arena_nbytes();
}

Error run(Executable& executable, const void* const* inputs, size_t n_inputs,
          void* const* output) {
  return executable.execute({inputs, n_inputs}, {output, size_t{1}});
}

TEST(ExecutableTest, NodesThatRunInPlaceNeedNoArena) {
  Graph graph;
  ValueId id = *graph.add_input(f32({1000}));
  id = *graph.add(kNeg, {id});
  for (int i = 0; i < 4; ++i) {
    id = *graph.add(Cast{}, {id}, f32({1000}));
  }
  graph.set_outputs({id});
  EXPECT_EQ(arena_of(graph), 0u);
  const auto x = random(ScalarType::Float, {1000});
  const auto y = run_graph(graph, {x})[0].floats();
  EXPECT_EQ(y[7], -x.floats()[7]);
}

TEST(ExecutableTest, PointwiseNodesAreOneStep) {
  Graph graph;
  const ValueId x = *graph.add_input(f32({3, 1000}));
  const ValueId bias = *graph.add_input(f32({1000}));
  const ValueId a = *graph.add(kAdd, {x, bias});
  const ValueId b = *graph.add(Clamp{0, 1}, {a});
  const ValueId c = *graph.add(kMul, {b, x});
  graph.set_outputs({*graph.add(kNeg, {c})});
  const auto values = random(ScalarType::Float, {3, 1000});
  const auto biases = random(ScalarType::Float, {1000}, -1, 1, 2);
  const auto y = run_graph(graph, {values, biases})[0].floats();
  for (size_t i = 0; i < y.size(); ++i) {
    const float v = values.floats()[i];
    ASSERT_FLOAT_EQ(y[i],
                    -v * std::clamp(v + biases.floats()[i % 1000], 0.0f, 1.0f));
  }
  // One block between the links, not a tensor.
  EXPECT_LE(arena_of(graph), size_t{4096});
}

TEST(ExecutableTest, OperandsThatAreReadLaterAreKept) {
  Graph graph;
  const ValueId x = *graph.add_input(f32({4}));
  const ValueId a = *graph.add(kNeg, {x});
  const ValueId b = *graph.add(kAbs, {a});
  const ValueId c = *graph.add(kAdd, {a, b});
  graph.set_outputs({c});
  EXPECT_THAT(run_graph(graph, {floats({4}, {1, -2, 3, -4})})[0].floats(),
              ElementsAre(0, 4, 0, 8));
}

TEST(ExecutableTest, ReshapesShareMemory) {
  Graph graph;
  const ValueId x = *graph.add_input(f32({2, 3}));
  const ValueId a = *graph.add(kNeg, {x});
  const ValueId b = *graph.add(Reshape{}, {a}, f32({3, 2}));
  const ValueId c = *graph.add(Transpose{{1, 0}}, {b});
  const ValueId d = *graph.add(Reshape{}, {c}, f32({6}));
  graph.set_outputs({d});
  EXPECT_THAT(
      run_graph(graph, {floats({2, 3}, {0, 1, 2, 3, 4, 5})})[0].floats(),
      ElementsAre(0, -2, -4, -1, -3, -5));
  EXPECT_EQ(arena_of(graph), 64u);
}

TEST(ExecutableTest, BroadcastOperandsOfOneStorageAreNotOverwritten) {
  Graph graph;
  const ValueId x = *graph.add_input(f32({1, 1}));
  const ValueId a = *graph.add(kNeg, {x});
  const ValueId b = *graph.add(Reshape{}, {a}, f32({1}));
  graph.set_outputs({*graph.add(kAdd, {a, b})});
  EXPECT_THAT(run_graph(graph, {floats({1, 1}, {3})})[0].floats(),
              ElementsAre(-6));
}

TEST(ExecutableTest, OutputsOfEveryKind) {
  const std::vector<float> five = {5};
  Graph graph;
  const ValueId x = *graph.add_input(f32({1}));
  const ValueId constant = *graph.add_constant(f32({1}), five.data());
  const ValueId y = *graph.add(kNeg, {x});
  const ValueId same = *graph.add(Reshape{}, {y}, f32({1, 1}));
  const ValueId input = *graph.add(Reshape{}, {x}, f32({1, 1}));
  const ValueId z = *graph.add(kNeg, {y});
  const ValueId folded = *graph.add(kNeg, {constant});
  graph.set_outputs({x, constant, y, y, same, input, z, folded, folded});
  std::vector<float> values;
  for (const TestTensor& output : run_graph(graph, {floats({1}, {2})})) {
    values.push_back(output.floats()[0]);
  }
  EXPECT_THAT(values, ElementsAre(2, 5, -2, -2, -2, 2, 2, -5, -5));
}

TEST(ExecutableTest, GraphMayGo) {
  std::unique_ptr<Executable> executable;
  {
    Graph graph;
    const ValueId x = *graph.add_input(f32({2}));
    const ValueId two = *graph.add_scalar(ScalarType::Float, 2);
    graph.set_outputs({*graph.add(kMul, {x, two})});
    auto compiled = Executable::compile(graph);
    executable = std::move(*compiled);
  }
  const float x[] = {1, 2};
  float y[2];
  const void* inputs[] = {x};
  void* outputs[] = {y};
  EXPECT_EQ(run(*executable, inputs, 1, outputs), Error::Ok);
  EXPECT_THAT(y, ElementsAre(2, 4));
  EXPECT_EQ(run(*executable, inputs, 0, outputs), Error::InvalidArgument);
}

TEST(ExecutableTest, ScatterDoesNotSpoilItsValues) {
  Graph graph;
  const ValueId x = *graph.add_input(f32({3}));
  const ValueId index = *graph.add_input(TensorType{ScalarType::Long, {3}});
  const ValueId a = *graph.add(kNeg, {x});
  graph.set_outputs({*graph.add(ScatterNd{}, {a, a, index})});
  EXPECT_THAT(run_graph(graph, {floats({3}, {1, 2, 3}),
                                integers(ScalarType::Long, {3}, {2, 0, 1})})[0]
                  .floats(),
              ElementsAre(-2, -3, -1));
}

TEST(ExecutableTest, RefusesWhatDoesNotFit) {
  Graph graph;
  const ValueId x =
      *graph.add_input(TensorType{ScalarType::Bool, {int64_t{1} << 62}});
  const ValueId a = *graph.add(kNeg, {*graph.add_input(f32({1}))});
  const ValueId y = *graph.add(Unary{Unary::Kind::kLogicalNot}, {x});
  const ValueId z = *graph.add(Transpose{{0}}, {y});
  graph.set_outputs({*graph.add(Transpose{{0}}, {z}), a});
  EXPECT_EQ(Executable::compile(graph).error(), Error::MemoryAllocationFailed);
  graph.set_outputs({99});
  EXPECT_EQ(Executable::compile(graph).error(), Error::InvalidProgram);
}

TEST(ExecutableTest, StepsOfALoopShareTheirWeights) {
  const auto weight = random(ScalarType::Float, {64, 64});
  Graph graph;
  const ValueId x = *graph.add_input(f32({2, 64}));
  const ValueId w = *graph.add_constant(weight.type, weight.bytes.data());
  ValueId y = x;
  NodeCase step{MatMul{},
                {random(ScalarType::Float, {2, 64}, -1, 1, 2),
                 NodeCase{Transpose{{1, 0}}, {weight}}.run_one()}};
  const TestTensor input = *step.operands[0];
  for (int i = 0; i < 5; ++i) {
    const ValueId transposed = *graph.add(Transpose{{1, 0}}, {w});
    y = *graph.add(MatMul{}, {y, transposed});
    step.operands[0] = step.run_one();
  }
  graph.set_outputs({y});
  const auto executable = Executable::compile(graph);
  EXPECT_LT((*executable)->packed_nbytes(), 2 * weight.bytes.size());
  EXPECT_EQ(run_graph(graph, {input})[0].floats(), step.operands[0]->floats());
}

/// The same numbers in other sizes are other weights.
TEST(ExecutableTest, ReshapedWeightsAreNotShared) {
  const auto weight = random(ScalarType::Float, {32, 64});
  const auto turned = NodeCase{Reshape{}, {weight}, f32({64, 32})}.run_one();
  const auto input = random(ScalarType::Float, {2, 32}, -1, 1, 2);
  Graph graph;
  const ValueId x = *graph.add_input(f32({2, 32}));
  const ValueId w = *graph.add_constant(weight.type, weight.bytes.data());
  const ValueId other = *graph.add(Reshape{}, {w}, f32({64, 32}));
  const ValueId y = *graph.add(MatMul{}, {x, w});
  graph.set_outputs({*graph.add(MatMul{}, {y, other})});
  const NodeCase first{MatMul{}, {input, weight}};
  const NodeCase second{MatMul{}, {first.run_one(), turned}};
  EXPECT_EQ(run_graph(graph, {input})[0].floats(), second.run_one().floats());
}

TEST(ExecutableTest, TransposedWeightsArePackedAndReleased) {
  const auto weight = random(ScalarType::Float, {40, 30});
  Graph graph;
  const ValueId x = *graph.add_input(f32({2, 30}));
  const ValueId w = *graph.add_constant(weight.type, weight.bytes.data());
  const ValueId transposed = *graph.add(Transpose{{1, 0}}, {w});
  const ValueId again = *graph.add(Transpose{{1, 0}}, {transposed});
  const ValueId y = *graph.add(MatMul{}, {x, transposed});
  graph.set_outputs({*graph.add(MatMul{}, {y, again})});
  const auto executable = Executable::compile(graph);
  const size_t two_matrices = 2 * weight.bytes.size();
  EXPECT_GE((*executable)->packed_nbytes(), two_matrices);
  EXPECT_LE((*executable)->packed_nbytes(), two_matrices + 2 * 64 * 40);
  const auto input = random(ScalarType::Float, {2, 30}, -1, 1, 2);
  const NodeCase first{
      MatMul{}, {input, NodeCase{Transpose{{1, 0}}, {weight}}.run_one()}};
  const NodeCase second{MatMul{}, {first.run_one(), weight}};
  EXPECT_EQ(run_graph(graph, {input})[0].floats(), second.run_one().floats());
}

/// Bytes as real numbers: a function of them, and bytes again.
Graph function_of_bytes(const Op& function, ScalarType dtype, int64_t size) {
  constexpr double kScale = 0.05;
  constexpr double kZeroPoint = 20;
  Graph graph;
  const auto number = [&](double value) {
    return *graph.add_scalar(ScalarType::Float, value);
  };
  const ValueId bytes = *graph.add_input({dtype, {size}});
  ValueId x = *graph.add(Cast{}, {bytes}, f32({size}));
  x = *graph.add(Binary{Binary::Kind::kSub}, {x, number(kZeroPoint)});
  x = *graph.add(kMul, {x, number(kScale)});
  x = *graph.add(function, {x});
  x = *graph.add(kMul, {x, number(1 / kScale)});
  x = *graph.add(Unary{Unary::Kind::kRound}, {x});
  x = *graph.add(kAdd, {x, number(kZeroPoint)});
  const bool is_signed = dtype == ScalarType::Char;
  x = *graph.add(is_signed ? Clamp{-128, 127} : Clamp{0, 255}, {x});
  graph.set_outputs({*graph.add(Cast{}, {x}, {dtype, {size}})});
  return graph;
}

TEST(ExecutableTest, FunctionsOfBytes) {
  const auto limited = [](float x) { return std::clamp(x, 0.0f, 6.0f); };
  const auto sigmoid = [](float x) { return 1 / (1 + std::exp(-x)); };
  for (const ScalarType dtype : {ScalarType::Byte, ScalarType::Char}) {
    const float low = dtype == ScalarType::Char ? -128 : 0;
    const TestTensor x = random(dtype, {3000}, low, low + 256);
    const auto check = [&](const Op& op, const auto& function) {
      const auto y =
          run_graph(function_of_bytes(op, dtype, 3000), {x})[0].floats();
      for (size_t i = 0; i < y.size(); ++i) {
        const float real = function((x.floats()[i] - 20) * 0.05f);
        const float steps = std::nearbyint(real * 20) + 20;
        ASSERT_NEAR(y[i], std::clamp(steps, low, low + 255), 1) << i;
      }
    };
    check(Clamp{0, 6}, limited);
    check(Unary{Unary::Kind::kSigmoid}, sigmoid);
  }
}

/// The steps of x * min(max(x + 3, 0), 6) / 6, bit by bit.
TEST(ExecutableTest, HardSwishIsOneFunction) {
  Graph graph;
  const ValueId x = *graph.add_input(f32({3, 700}));
  const ValueId moved =
      *graph.add(kAdd, {x, *graph.add_scalar(ScalarType::Float, 3)});
  const ValueId gate = *graph.add(Clamp{0, 6}, {moved});
  const ValueId product = *graph.add(kMul, {gate, x});
  graph.set_outputs(
      {*graph.add(Binary{Binary::Kind::kDiv},
                  {product, *graph.add_scalar(ScalarType::Float, 6)})});
  EXPECT_EQ(arena_of(graph), 0u);
  const auto values = random(ScalarType::Float, {3, 700}, -5, 5);
  const auto y = run_graph(graph, {values})[0].floats();
  for (size_t i = 0; i < y.size(); ++i) {
    const float v = values.floats()[i];
    ASSERT_EQ(y[i], v * std::clamp(v + 3, 0.0f, 6.0f) / 6) << v;
  }
}

TEST(ExecutableTest, CastsBelongToChains) {
  constexpr int64_t kSize = 1 << 20;
  EXPECT_LT(arena_of(function_of_bytes(kNeg, ScalarType::Char, kSize)),
            static_cast<size_t>(kSize));
}

/// A convolution with bias, of planes whose sizes leave rests everywhere.
struct ConvLayer {
  int64_t outputs;
  int64_t groups;
  Window window;
};

/// The layers one after the other, bounded: each reads the one before alone.
std::vector<float> run_layers(const std::vector<ConvLayer>& layers,
                              const TestTensor& x, bool is_one_graph) {
  std::vector<TestTensor> constants;
  constants.reserve(2 * layers.size());
  Graph graph;
  TestTensor input = x;
  ValueId y = *graph.add_input(x.type);
  for (const ConvLayer& layer : layers) {
    const int64_t channels = graph.type(y).sizes[1];
    const uint32_t seed = static_cast<uint32_t>(constants.size());
    const Sizes sizes = {layer.outputs, channels / layer.groups,
                         layer.window.kernel[0], layer.window.kernel[1]};
    constants.push_back(random(ScalarType::Float, sizes, -1, 1, seed + 1));
    const TensorType weight = constants.back().type;
    const ValueId w =
        *graph.add_constant(weight, constants.back().bytes.data());
    constants.push_back(
        random(ScalarType::Float, {layer.outputs}, -1, 1, seed + 2));
    const ValueId b = *graph.add_constant(f32({layer.outputs}),
                                          constants.back().bytes.data());
    y = *graph.add(Conv2d{layer.window, layer.groups}, {y, w, b});
    y = *graph.add(Clamp{-1, 2}, {y});
    if (!is_one_graph) {
      graph.set_outputs({y});
      input = run_graph(graph, {input})[0];
      graph = Graph();
      y = *graph.add_input(input.type);
    }
  }
  if (is_one_graph) {
    graph.set_outputs({y});
    input = run_graph(graph, {input})[0];
  }
  return input.floats();
}

TEST(ExecutableTest, ConvolutionsRunInBands) {
  const Window plain;
  const Window around = {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}};
  const std::vector<ConvLayer> cases[] = {
      {{24, 1, plain}, {24, 24, around}, {17, 1, plain}},
      {{40, 1, {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {0, 1}}},
       {40, 40, {{5, 5}, {2, 2}, {1, 1}, {2, 1}, {2, 2}}}},
      {{20, 1, plain},
       {20, 20, {{3, 3}, {1, 1}, {2, 3}, {6, 0}, {5, 3}}},
       {20, 20, {{2, 4}, {3, 1}, {1, 1}, {0, 3}, {0, 1}}}},
      {{24, 1, plain}, {24, 24, {{1, 1}, {5, 5}, {1, 1}, {0, 0}, {0, 0}}}},
      {{32, 1, plain}, {32, 1, {{3, 3}, {1, 1}, {1, 1}, {4, 4}, {4, 4}}}},
  };
  const TestTensor x = random(ScalarType::Float, {1, 8, 61, 67});
  for (const std::vector<ConvLayer>& layers : cases) {
    const std::vector<float> found = run_layers(layers, x, true);
    const std::vector<float> expected = run_layers(layers, x, false);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      ASSERT_NEAR(found[i], expected[i], 1e-4) << i;
    }
  }
}

TEST(ExecutableTest, DeepChainsOfConstants) {
  const std::vector<float> two = {1, 2};
  Graph graph;
  ValueId id = *graph.add_constant(f32({2}), two.data());
  for (int i = 0; i < 20001; ++i) {
    id = *graph.add(kNeg, {id});
  }
  const ValueId x = *graph.add_input(f32({2}));
  graph.set_outputs({*graph.add(kMul, {x, id}), id});
  const auto outputs = run_graph(graph, {floats({2}, {3, 4})});
  EXPECT_THAT(outputs[0].floats(), ElementsAre(-3, -8));
  EXPECT_THAT(outputs[1].floats(), ElementsAre(-1, -2));
}

TEST(ExecutableTest, ErrorsOfConstantsAreThoseOfTheExecution) {
  Graph graph;
  const ValueId one = *graph.add_scalar(ScalarType::Int, 1);
  const ValueId zero = *graph.add_scalar(ScalarType::Int, 0);
  graph.set_outputs({*graph.add(Binary{Binary::Kind::kFloorDiv}, {one, zero})});
  run_graph(graph, {}, Error::InvalidArgument);
}

TEST(ExecutableTest, EmptyTensors) {
  Graph graph;
  const ValueId x = *graph.add_input(f32({0, int64_t{1} << 40}));
  const ValueId y = *graph.add(kNeg, {x});
  graph.set_outputs({*graph.add(Transpose{{1, 0}}, {y})});
  EXPECT_EQ(
      run_graph(graph, {{f32({0, int64_t{1} << 40}), {}}})[0].bytes.size(), 0u);
}

/// A bit of everything that an execution does.
Graph small_network(const std::vector<float>& weights) {
  Graph graph;
  ValueId x = *graph.add_input({ScalarType::Half, {1, 3, 9, 9}});
  x = *graph.add(Cast{}, {x}, f32({1, 3, 9, 9}));
  Conv2d conv;
  conv.window.kernel = {3, 3};
  const ValueId weight = *graph.add_constant(f32({8, 3, 3, 3}), weights.data());
  x = *graph.add(conv, {x, weight});
  x = *graph.add(Clamp{0, 6}, {x});
  Pool2d pool;
  pool.window.kernel = {7, 7};
  x = *graph.add(pool, {x}, f32({1, 8, 1, 1}));
  x = *graph.add(Reshape{}, {x}, f32({1, 8}));
  const ValueId matrix = *graph.add_constant(f32({8, 4}), weights.data());
  x = *graph.add(MatMul{}, {x, matrix});
  x = *graph.add(Softmax{1}, {x});
  x = *graph.add(Cast{}, {x}, {ScalarType::Half, {1, 4}});
  graph.set_outputs({x});
  return graph;
}

TEST(ExecutableTest, AllocatesNothingWhenItRuns) {
  const auto weights = random(ScalarType::Float, {216}).floats();
  auto executable = Executable::compile(small_network(weights));
  const auto x = random(ScalarType::Half, {1, 3, 9, 9});
  aten::Half y[4];
  const void* inputs[] = {x.bytes.data()};
  void* outputs[] = {y};
  const size_t before = rushlight::test::heap_use().allocations;
  const Error error = run(**executable, inputs, 1, outputs);
  const size_t after = rushlight::test::heap_use().allocations;
  EXPECT_EQ(error, Error::Ok);
  EXPECT_EQ(after, before);
}

/// Minimal filtering is given up then.
TEST(ExecutableTest, AllocatesNothingForInfinities) {
  const auto weights = random(ScalarType::Float, {32 * 32 * 9}).floats();
  Graph graph;
  Conv2d conv;
  conv.window.kernel = {3, 3};
  const ValueId x = *graph.add_input(f32({1, 32, 24, 24}));
  const ValueId weight =
      *graph.add_constant(f32({32, 32, 3, 3}), weights.data());
  graph.set_outputs({*graph.add(conv, {x, weight})});
  auto executable = Executable::compile(graph);
  std::vector<float> image(32 * 24 * 24, 1);
  image[1000] = INFINITY;
  std::vector<float> y(32 * 22 * 22);
  const void* inputs[] = {image.data()};
  void* outputs[] = {y.data()};
  const size_t before = rushlight::test::heap_use().allocations;
  const Error error = run(**executable, inputs, 1, outputs);
  const size_t after = rushlight::test::heap_use().allocations;
  EXPECT_EQ(error, Error::Ok);
  EXPECT_EQ(after, before);
}

/// Keeps the names of the steps.
struct Observer : StepObserver {
  std::vector<std::string> names;
  int64_t multiply_adds = 0;

  void on_step(size_t index, const StepInfo& info, uint64_t start,
               uint64_t end) override {
    EXPECT_EQ(index, names.size());
    EXPECT_LE(start, end);
    names.push_back(info.name.substr(0, info.name.find(' ')));
    multiply_adds += info.multiply_adds;
  }
};

TEST(ExecutableTest, TellsOfItsSteps) {
  executorch::runtime::runtime_init();
  const auto weights = random(ScalarType::Float, {216}).floats();
  auto executable = Executable::compile(small_network(weights));
  const auto x = random(ScalarType::Half, {1, 3, 9, 9});
  aten::Half y[4];
  const void* inputs[] = {x.bytes.data()};
  void* outputs[] = {y};
  Observer observer;
  EXPECT_EQ((*executable)
                ->execute({inputs, size_t{1}}, {outputs, size_t{1}}, &observer),
            Error::Ok);
  // The bounds are in the convolution, whose planes are turned once.
  EXPECT_THAT(observer.names,
              ElementsAre("Cast", "Transpose", "Conv2d", "Pool2d", "MatMul",
                          "Softmax", "Cast"));
  EXPECT_EQ(observer.multiply_adds, 7 * 7 * 8 * 27 + 8 * 4);
}

TEST(OffsetsTest, BlocksInUseAtOnceDoNotOverlap) {
  std::vector<Block> blocks = {
      {100, 0, 1, 0}, {300, 1, 2, 0}, {64, 2, 3, 0},
      {128, 3, 4, 0}, {0, 0, 4, 0},   {200, 4, 4, 0},
  };
  size_t total = 0;
  ASSERT_TRUE(assign_offsets(blocks, &total));
  for (const Block& a : blocks) {
    EXPECT_EQ(a.offset % 64, 0u);
    for (const Block& b : blocks) {
      const bool together = &a != &b && a.first <= b.last &&
                            b.first <= a.last && a.nbytes != 0 && b.nbytes != 0;
      EXPECT_TRUE(!together || a.offset + a.nbytes <= b.offset ||
                  b.offset + b.nbytes <= a.offset);
    }
  }
  EXPECT_EQ(total, 448u);
  blocks = {{SIZE_MAX - 1, 0, 0, 0}};
  EXPECT_FALSE(assign_offsets(blocks, &total));
}

TEST(OffsetsTest, ManyBlocksArePlacedWithoutSearch) {
  std::vector<Block> blocks(100000, Block{100, 0, 9, 0});
  size_t total = 0;
  ASSERT_TRUE(assign_offsets(blocks, &total));
  EXPECT_EQ(total, 100000u * 128);
  EXPECT_EQ(blocks[1].offset, 128u);
}

}  // namespace
}  // namespace executorch::backends::engine::testing
