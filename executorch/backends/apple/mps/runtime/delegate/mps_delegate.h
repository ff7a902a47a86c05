#pragma once

#include <executorch/backends/apple/mps/runtime/graph/build_graph.h>
#include <executorch/backends/engine/executable.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/span.h>

#include <memory>
#include <vector>

namespace executorch {
namespace backends {
namespace mps {

/// What runs the graphs of payloads: the CPU engine, or a GPU.
struct MPSRuntime {
  /// Whether it works on this machine.
  bool (*is_available)();
  runtime::Result<std::unique_ptr<engine::Executable>> (*compile)(
      const engine::Graph& graph);
  /// How many executables a delegate keeps, for inputs of as many sizes.
  size_t max_executables;
};

/// One payload made ready to run. It is compiled for the sizes that the payload
/// declares, and again for every other sizes of inputs that come.
class MPSDelegate {
 public:
  /// @param[in] data The payload, untrusted; it outlives the delegate.
  /// @param[in] runtime Outlives the delegate.
  static runtime::Result<std::unique_ptr<MPSDelegate>> create(
      const void* data, size_t nbytes, const MPSRuntime& runtime);

  /// Runs on tensors: the inputs of the payload, then its outputs, which take
  /// the sizes of the results. Allocates only where inputs of these sizes have
  /// no executable, and what the runtime itself allocates.
  ///
  /// @param[in] observer Of the CPU engine's steps; may be null.
  /// @retval Error::InvalidArgument Not these tensors; it is logged.
  runtime::Error execute(runtime::Span<runtime::EValue*> args,
                         engine::StepObserver* observer);

 private:
  struct Compiled {
    std::vector<engine::TensorType> inputs;
    std::vector<engine::TensorType> outputs;
    std::vector<std::vector<std::byte>> constants;
    std::unique_ptr<engine::Executable> executable;
  };

  MPSDelegate(const Payload& payload, const MPSRuntime& runtime)
      : payload_(payload), runtime_(runtime) {}

  runtime::Error compile(const std::vector<engine::TensorType>& inputs);
  runtime::Error choose(runtime::Span<runtime::EValue*> args);
  runtime::Error check_inputs(runtime::Span<runtime::EValue*> args);
  runtime::Error take_outputs(runtime::Span<runtime::EValue*> args);

  /// The one in use.
  Compiled& compiled() { return compiled_.front(); }

  Payload payload_;
  const MPSRuntime& runtime_;
  std::vector<engine::TensorType> declared_;
  std::vector<Compiled> compiled_;  ///< the last used first
  std::vector<const void*> input_data_;
  std::vector<void*> output_data_;
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
