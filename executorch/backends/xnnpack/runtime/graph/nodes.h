#pragma once

#include <executorch/backends/xnnpack/runtime/graph/graph_builder.h>

namespace executorch {
namespace backends {
namespace xnnpack {

using engine::Binary;
using engine::Unary;
using fb_xnnpack::XNode;

#define XNN_NODE(kind, table, function, op)           \
  Error build_##function(GraphBuilder&, const XNode&, \
                         const fb_xnnpack::table&, decltype(op));
#include <executorch/backends/xnnpack/runtime/graph/nodes.def>
#undef XNN_NODE

/// Adds the operators of one node.
Error build_node(GraphBuilder& builder, const XNode& node);

/// Quantizes to 8 bits, with a scale for the innermost `n_row_dims` dimensions.
Result<RowQuantized> quantize_rows(GraphBuilder& builder, ValueId x,
                                   size_t n_row_dims);

/// Refuses flags other than `known`, and those that change no result: hints of
/// what XNNPACK's kernels may do.
Error check_flags(const XNode& node, uint32_t flags, uint32_t known = 0);

/// Flags of nodes.
inline constexpr uint32_t kTransposeWeights = 0x1;
inline constexpr uint32_t kFlattenRows = 0x4;
inline constexpr uint32_t kAlignCorners = 0x8;
inline constexpr uint32_t kStaticFloatWeights = 0x8;
inline constexpr uint32_t kKeepDims = 0x40;

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
