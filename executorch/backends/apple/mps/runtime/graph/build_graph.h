#pragma once

#include <executorch/backends/apple/mps/serialization/payload.h>
#include <executorch/backends/engine/delegate/graph_delegate.h>

#include <vector>

namespace executorch {
namespace backends {
namespace mps {

using engine::BuiltGraph;

/// Sizes and dtypes of the payload's inputs as it declares them.
runtime::Result<std::vector<engine::TensorType>> declared_inputs(
    const Payload& payload);

/// The payload's nodes as operators of the engine, every one checked. Inputs
/// may be smaller than declared (programs of dynamic sizes are written for the
/// upper bound), if all nodes can follow; dtypes and ranks are as declared.
///
/// @param[in] payload Outlives the graph, as do its bytes.
/// @param[in] inputs Their types, in order.
///
/// @retval Error::InvalidProgram A node that does not fit its operands, or a
///     value that is read before it is computed; it is logged.
/// @retval Error::NotSupported A node that the engine does not compute.
runtime::Result<BuiltGraph> build_graph(
    const Payload& payload, const std::vector<engine::TensorType>& inputs);

}  // namespace mps
}  // namespace backends
}  // namespace executorch
