#pragma once

#include <executorch/backends/engine/delegate/graph_delegate.h>
#include <executorch/backends/xnnpack/serialization/payload.h>

#include <vector>

namespace executorch {
namespace backends {
namespace xnnpack {

/// Arguments of the delegate as the payload declares them.
///
/// @retval Error::NotSupported A dtype that the engine has not.
runtime::Result<engine::Signature> signature_of(const Payload& payload);

/// The payload's nodes as operators of the engine, every one checked. Inputs
/// may be smaller than declared (programs of dynamic sizes are written for the
/// upper bound), if all nodes can follow; dtypes and ranks are as declared.
/// Sizes that the payload declares of other values are not relied on.
///
/// @param[in] payload Outlives the graph, as do its bytes.
/// @param[in] inputs Their types, in order.
///
/// @retval Error::InvalidProgram A node that does not fit its operands, or a
///     value that is read before it is computed; it is logged.
/// @retval Error::NotSupported A node that the engine does not compute.
runtime::Result<engine::BuiltGraph> build_graph(
    const Payload& payload, const std::vector<engine::TensorType>& inputs);

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
