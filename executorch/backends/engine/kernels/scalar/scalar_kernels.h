#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/util/pointwise.h>

/// \file
/// The plain kernel of every operator and dtype: always built, serves every
/// node, and is what the others are tested against. Those of operators of
/// floats alone take float32; see half_kernel.h.
namespace executorch {
namespace backends {
namespace engine {
namespace scalar {

KernelResult make(const Unary& op, const NodeView& node);
KernelResult make(const Binary& op, const NodeView& node);
KernelResult make(const Select& op, const NodeView& node);
KernelResult make(const Clamp& op, const NodeView& node);
KernelResult make(const LeakyRelu& op, const NodeView& node);
KernelResult make(const HardSwish& op, const NodeView& node);
KernelResult make(const Cast& op, const NodeView& node);
KernelResult make(const Lookup& op, const NodeView& node);
KernelResult make(const Reshape& op, const NodeView& node);
KernelResult make(const Transpose& op, const NodeView& node);
KernelResult make(const Broadcast& op, const NodeView& node);
KernelResult make(const Slice& op, const NodeView& node);
KernelResult make(const Concat& op, const NodeView& node);
KernelResult make(const Pad& op, const NodeView& node);
KernelResult make(const Conv2d& op, const NodeView& node);
KernelResult make(const QuantizedConv2d& op, const NodeView& node);
KernelResult make(const QuantizedAdd& op, const NodeView& node);
KernelResult make(const QuantizeRows& op, const NodeView& node);
KernelResult make(const QuantizedMatMul& op, const NodeView& node);
KernelResult make(const Pool2d& op, const NodeView& node);
KernelResult make(const MatMul& op, const NodeView& node);
KernelResult make(const Mean& op, const NodeView& node);
KernelResult make(const Softmax& op, const NodeView& node);
KernelResult make(const Attention& op, const NodeView& node);
KernelResult make(const LayerNorm& op, const NodeView& node);
KernelResult make(const BatchNorm& op, const NodeView& node);
KernelResult make(const Gather& op, const NodeView& node);
KernelResult make(const GatherNd& op, const NodeView& node);
KernelResult make(const ScatterNd& op, const NodeView& node);
KernelResult make(const PixelShuffle& op, const NodeView& node);
KernelResult make(const Chain& op, const NodeView& node);

// What pointwise operators do with floats.
FloatFunction function_of(const Unary& op);
FloatFunction function_of(const Binary& op);
FloatFunction function_of(const Clamp& op);
FloatFunction function_of(const LeakyRelu& op);
FloatFunction function_of(const HardSwish& op);

}  // namespace scalar
}  // namespace engine
}  // namespace backends
}  // namespace executorch
