#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

/// \file
/// Kernels with vectors, of the best target of the CPU. Each serves float32,
/// the pointwise ones float16 too, those of quantized operators uint8, and
/// leaves the nodes that it is not made for to the next row.
namespace executorch {
namespace backends {
namespace engine {
namespace simd {

KernelResult make_pointwise(const Unary& op, const NodeView& node);
KernelResult make_pointwise(const Binary& op, const NodeView& node);
KernelResult make_pointwise(const Clamp& op, const NodeView& node);
KernelResult make_pointwise(const LeakyRelu& op, const NodeView& node);
KernelResult make_interleave(const Transpose& op, const NodeView& node);
KernelResult make_chain(const Chain& op, const NodeView& node);
KernelResult make_gemm(const MatMul& op, const NodeView& node);
KernelResult make_gemm(const Conv2d& op, const NodeView& node);
/// Tiles of `side` x `side` results; without it, where that pays.
KernelResult make_winograd(const Conv2d& op, const NodeView& node, size_t side);
KernelResult make_winograd(const Conv2d& op, const NodeView& node);
KernelResult make_depthwise(const Conv2d& op, const NodeView& node);
KernelResult make_gemm(const QuantizedConv2d& op, const NodeView& node);
KernelResult make_depthwise(const QuantizedConv2d& op, const NodeView& node);
KernelResult make_pointwise(const QuantizedAdd& op, const NodeView& node);
KernelResult make_rows(const QuantizeRows& op, const NodeView& node);
KernelResult make_gemm(const QuantizedMatMul& op, const NodeView& node);
KernelResult make_windows(const Pool2d& op, const NodeView& node);
KernelResult make_rows(const Softmax& op, const NodeView& node);
KernelResult make_attention(const Attention& op, const NodeView& node);
KernelResult make_rows(const LayerNorm& op, const NodeView& node);
KernelResult make_rows(const Mean& op, const NodeView& node);
KernelResult make_rows(const BatchNorm& op, const NodeView& node);

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
