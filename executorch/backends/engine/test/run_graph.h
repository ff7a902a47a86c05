#pragma once

#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/graph/graph.h>
#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {
namespace testing {

using Sizes = std::vector<int64_t>;

/// A tensor with its bytes.
struct TestTensor {
  TensorType type;
  std::vector<std::byte> bytes;

  template <typename T>
  std::vector<T> values() const {
    std::vector<T> elements(bytes.size() / sizeof(T));
    std::memcpy(elements.data(), bytes.data(), bytes.size());
    return elements;
  }
  /// Of float16 too.
  std::vector<float> floats() const;
};

/// Of float32.
TestTensor floats(const Sizes& sizes, const std::vector<float>& values);
TestTensor halves(const Sizes& sizes, const std::vector<float>& values);
TestTensor integers(ScalarType dtype, const Sizes& sizes,
                    const std::vector<int64_t>& values);
/// Numbers of [low, high), the same at each call.
TestTensor random(ScalarType dtype, const Sizes& sizes, float low = -1,
                  float high = 1, uint32_t seed = 1);

/// What a graph of one node makes of the operands; nullopt: left out.
struct NodeCase {
  Op op;
  std::vector<std::optional<TestTensor>> operands;
  std::optional<TensorType> type =
      std::nullopt;  ///< of the result, if it does not follow
  size_t n_outputs = 1;
  /// Operands from here on are constants of the graph.
  size_t first_constant = SIZE_MAX;

  /// The graph, with the results as its outputs. Operands that are constants
  /// are those of the case.
  Graph graph() const;
  bool is_accepted() const;
  std::vector<TestTensor> run(Error expected = Error::Ok) const;
  TestTensor run_one() const { return run().front(); }
};

/// Compiles the graph and runs it; also on the other runtime, if there is one,
/// which must give the same or refuse the graph as not supported.
std::vector<TestTensor> run_graph(const Graph& graph,
                                  const std::vector<TestTensor>& inputs,
                                  Error expected = Error::Ok);

/// The operators of the nodes that the CPU runs, without reshapes, which are no
/// steps.
std::vector<std::string> optimized_operators(const Graph& graph);

/// Another runtime of graphs, by how much its floats may differ (functions may
/// be computed in another way, halves be rounded twice), and how often it
/// refused a graph.
struct OtherRuntime {
  Result<std::unique_ptr<Executable>> (*compile)(
      const Graph& graph, const CompileOptions& options) = nullptr;
  float float_tolerance = 1e-5f;
  float half_tolerance = 2e-3f;
  size_t refusals = 0;
};
OtherRuntime& other_runtime();

}  // namespace testing
}  // namespace engine
}  // namespace backends
}  // namespace executorch
