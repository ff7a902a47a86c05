#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

/// \file
/// Kernels with vectors, of the best target of the CPU. Each serves float32,
/// and leaves the nodes that it is not made for to the next row.
namespace executorch {
namespace backends {
namespace engine {
namespace simd {

KernelResult make_gemm(const MatMul& op, const NodeView& node);
KernelResult make_gemm(const Conv2d& op, const NodeView& node);
KernelResult make_depthwise(const Conv2d& op, const NodeView& node);
KernelResult make_max(const Pool2d& op, const NodeView& node);

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
