#pragma once

#include <executorch/backends/engine/kernels/util/pointwise.h>

#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// The function of each link of a chain.
using ChainFunctions = std::vector<FloatFunction>;

KernelResult make_chain(const Chain& op, const NodeView& node,
                        ChainFunctions functions);

/// function_of(link) gives the function of a link.
template <typename FunctionOf>
KernelResult make_chain(const Chain& op, const NodeView& node,
                        const FunctionOf& function_of) {
  ChainFunctions functions;
  for (const Chain::Link& link : op.links) {
    functions.push_back(function_of(link));
  }
  return make_chain(op, node, std::move(functions));
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
