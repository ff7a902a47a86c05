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

/// One payload made ready for the CPU. It is compiled for the sizes that the
/// payload declares, and anew when inputs of other sizes come.
class MPSCpuDelegate {
 public:
  /// @param[in] data The payload, untrusted; it outlives the delegate.
  static runtime::Result<std::unique_ptr<MPSCpuDelegate>> create(
      const void* data, size_t nbytes);

  /// Runs on tensors: the inputs of the payload, then its outputs, which take
  /// the sizes of the results. Allocates only where the sizes of inputs are not
  /// those of the call before.
  ///
  /// @retval Error::InvalidArgument Not these tensors; it is logged.
  runtime::Error execute(runtime::Span<runtime::EValue*> args);

 private:
  explicit MPSCpuDelegate(const Payload& payload) : payload_(payload) {}

  runtime::Error compile(const std::vector<engine::TensorType>& inputs);
  runtime::Error check_inputs(runtime::Span<runtime::EValue*> args);
  runtime::Error take_outputs(runtime::Span<runtime::EValue*> args);

  Payload payload_;
  std::vector<engine::TensorType> declared_;
  std::vector<engine::TensorType> inputs_;
  std::vector<engine::TensorType> outputs_;
  std::vector<std::vector<std::byte>> constants_;
  std::unique_ptr<engine::Executable> executable_;
  std::vector<const void*> input_data_;
  std::vector<void*> output_data_;
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
