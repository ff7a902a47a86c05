#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/test/run_graph.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/runtime/platform/runtime.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

namespace executorch::backends::engine::testing {
namespace {

template <typename T>
TestTensor tensor(ScalarType dtype, const Sizes& sizes,
                  const std::vector<T>& values) {
  TestTensor result{{dtype, sizes}, {}};
  EXPECT_EQ(static_cast<size_t>(result.type.numel()), values.size());
  result.bytes.resize(result.type.nbytes());
  block_storer<T>(dtype)(values.data(), result.bytes.data(), values.size());
  return result;
}

}  // namespace

std::vector<float> TestTensor::floats() const {
  std::vector<float> elements(static_cast<size_t>(type.numel()));
  block_loader<float>(type.dtype)(bytes.data(), elements.data(),
                                  elements.size());
  return elements;
}

TestTensor floats(const Sizes& sizes, const std::vector<float>& values) {
  return tensor(ScalarType::Float, sizes, values);
}

TestTensor halves(const Sizes& sizes, const std::vector<float>& values) {
  return tensor(ScalarType::Half, sizes, values);
}

TestTensor integers(ScalarType dtype, const Sizes& sizes,
                    const std::vector<int64_t>& values) {
  return tensor(dtype, sizes, values);
}

TestTensor random(ScalarType dtype, const Sizes& sizes, float low, float high,
                  uint32_t seed) {
  std::minstd_rand generator(seed);
  std::vector<float> values(
      static_cast<size_t>(TensorType{dtype, sizes}.numel()));
  for (float& value : values) {
    const auto fraction = static_cast<double>(generator() - 1) /
                          static_cast<double>(std::minstd_rand::max());
    value = low + static_cast<float>(fraction) * (high - low);
  }
  return tensor(dtype, sizes, values);
}

OtherRuntime& other_runtime() {
  static OtherRuntime instance;
  return instance;
}

namespace {

std::vector<TestTensor> execute(Executable& executable, const Graph& graph,
                                const std::vector<TestTensor>& inputs,
                                Error expected) {
  std::vector<const void*> from;
  for (const TestTensor& input : inputs) {
    from.push_back(input.bytes.data());
  }
  std::vector<TestTensor> results;
  for (const ValueId id : graph.outputs()) {
    results.push_back({graph.type(id), {}});
    results.back().bytes.resize(graph.type(id).nbytes());
  }
  std::vector<void*> to;
  for (TestTensor& result : results) {
    to.push_back(result.bytes.data());
  }
  // Twice, since an execution must not spoil what the next one needs.
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(
        executable.execute({from.data(), from.size()}, {to.data(), to.size()}),
        expected);
  }
  return results;
}

void expect_same(const TestTensor& actual, const TestTensor& expected) {
  if (!is_float(expected.type.dtype)) {
    EXPECT_EQ(actual.bytes, expected.bytes);
    return;
  }
  const float relative = expected.type.dtype == ScalarType::Half
                             ? other_runtime().half_tolerance
                             : other_runtime().float_tolerance;
  const std::vector<float> a = actual.floats();
  const std::vector<float> b = expected.floats();
  for (size_t i = 0; i < b.size(); ++i) {
    if (std::isnan(b[i]) || std::isinf(b[i])) {
      EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))
          << a[i] << " for " << b[i] << ", element " << i;
    } else {
      EXPECT_NEAR(a[i], b[i], relative * std::max(std::fabs(b[i]), 0.5f))
          << "element " << i;
    }
  }
}

void run_on_other(const Graph& graph, const std::vector<TestTensor>& inputs,
                  Error expected, const std::vector<TestTensor>& results) {
  auto executable = other_runtime().compile(graph, {});
  if (!executable.ok()) {
    EXPECT_EQ(executable.error(), Error::NotSupported);
    ++other_runtime().refusals;
    return;
  }
  const auto others = execute(**executable, graph, inputs, expected);
  for (size_t i = 0; i < results.size() && expected == Error::Ok; ++i) {
    SCOPED_TRACE("the other runtime, output " + std::to_string(i));
    expect_same(others[i], results[i]);
  }
}

/// The same with weights that are packed to a file and mapped from it.
void run_packed(const Graph& graph, const std::vector<TestTensor>& inputs,
                Error expected, const std::vector<TestTensor>& results) {
  static uint64_t graphs = 0;
  const CompileOptions options{
      {::testing::TempDir() + "run_graph_" + std::to_string(getpid()),
       {0, ++graphs}},
      nullptr};
  for (const char* what : {"packed to a file", "mapped from a file"}) {
    SCOPED_TRACE(what);
    auto executable = Executable::compile(graph, options);
    ASSERT_TRUE(executable.ok());
    const auto found = execute(**executable, graph, inputs, expected);
    for (size_t i = 0; i < results.size() && expected == Error::Ok; ++i) {
      EXPECT_EQ(found[i].bytes, results[i].bytes) << "output " << i;
    }
  }
  std::remove(options.packed.path.c_str());
}

bool has_constants(const Graph& graph) {
  return std::any_of(graph.values().begin(), graph.values().end(),
                     [](const Value& value) { return value.is_constant(); });
}

}  // namespace

std::vector<TestTensor> run_graph(const Graph& graph,
                                  const std::vector<TestTensor>& inputs,
                                  Error expected) {
  auto executable = Executable::compile(graph);
  EXPECT_TRUE(executable.ok());
  if (!executable.ok()) {
    return {};
  }
  const auto results = execute(**executable, graph, inputs, expected);
  if (has_constants(graph)) {
    run_packed(graph, inputs, expected, results);
  }
  if (other_runtime().compile != nullptr) {
    run_on_other(graph, inputs, expected, results);
  }
  return results;
}

Graph NodeCase::graph() const {
  runtime::runtime_init();
  Graph graph;
  std::vector<ValueId> ids;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i].has_value()) {
      ids.push_back(kNoValue);
    } else if (i >= first_constant) {
      ids.push_back(
          *graph.add_constant(operands[i]->type, operands[i]->bytes.data()));
    } else {
      ids.push_back(*graph.add_input(operands[i]->type));
    }
  }
  if (n_outputs > 1) {
    graph.set_outputs(*graph.add_all(op, ids, *type, n_outputs));
  } else {
    graph.set_outputs(
        {type.has_value() ? *graph.add(op, ids, *type) : *graph.add(op, ids)});
  }
  return graph;
}

bool NodeCase::is_accepted() const {
  runtime::runtime_init();
  Graph graph;
  std::vector<ValueId> ids;
  for (const auto& operand : operands) {
    ids.push_back(operand.has_value() ? *graph.add_input(operand->type)
                                      : kNoValue);
  }
  return type.has_value() ? graph.add(op, ids, *type).ok()
                          : graph.add(op, ids).ok();
}

std::vector<TestTensor> NodeCase::run(Error expected) const {
  std::vector<TestTensor> inputs;
  for (size_t i = 0; i < std::min(operands.size(), first_constant); ++i) {
    if (operands[i].has_value()) {
      inputs.push_back(*operands[i]);
    }
  }
  return run_graph(graph(), inputs, expected);
}

std::vector<std::string> optimized_operators(const Graph& graph) {
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

}  // namespace executorch::backends::engine::testing
