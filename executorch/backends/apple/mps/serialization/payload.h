#pragma once

#include <executorch/backends/apple/mps/serialization/schema_generated.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace mps {

/// An MP00 payload whose structure is checked: header, flatbuffer, ids and
/// places of constants. What nodes mean is checked by build_graph().
class Payload {
 public:
  /// @param[in] data Untrusted bytes, which outlive the payload; aligned to 8.
  ///
  /// @retval Error::DelegateInvalidCompatibility No MP00 payload.
  /// @retval Error::InvalidProgram A damaged one; what is wrong is logged.
  static runtime::Result<Payload> parse(const void* data, size_t nbytes);

  const mpsgraph::MPSGraph& graph() const { return *graph_; }
  size_t n_values() const { return graph_->mps_values()->size(); }
  /// The declaration of a value, whose id is below n_values().
  const mpsgraph::MPSTensor& value(size_t id) const {
    return *graph_->mps_values()->Get(static_cast<unsigned>(id));
  }
  /// Bytes of a constant: constant_buffer_size of them.
  const uint8_t* constant(const mpsgraph::MPSTensor& value) const;

 private:
  Payload(const mpsgraph::MPSGraph* graph, const uint8_t* constants)
      : graph_(graph), constants_(constants) {}

  const mpsgraph::MPSGraph* graph_;
  const uint8_t* constants_;
};

/// The dtype of that name in the payload, or InvalidProgram, logged, for one
/// that is not computed with (float64, complex and unsigned ones, int4).
runtime::Result<aten::ScalarType> scalar_type(mpsgraph::MPSDataType dtype);

}  // namespace mps
}  // namespace backends
}  // namespace executorch
