#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

Error build_node(GraphBuilder& builder, const XNode& node) {
  const auto kind = node.xnode_union_type();
  ET_CHECK_OR_RETURN_ERROR(node.xnode_union() != nullptr, InvalidProgram,
                           "XNNPACK payload: a node of kind %d has no fields",
                           static_cast<int>(kind));
  switch (kind) {
#define XNN_NODE(name, table, function, op) \
  case fb_xnnpack::XNodeUnion::name:        \
    return build_##function(builder, node, *node.xnode_union_as_##name(), op);
#include <executorch/backends/xnnpack/runtime/graph/nodes.def>
#undef XNN_NODE
    default:
      break;
  }
  ET_LOG(Error, "XNNPACK payload: nodes of kind %s are not computed",
         fb_xnnpack::EnumNameXNodeUnion(kind));
  return Error::NotSupported;
}

Error check_flags(const XNode& node, uint32_t flags, uint32_t known) {
  // Yield workers, transient indirection buffer.
  constexpr uint32_t kHints = 0x10 | 0x20;
  ET_CHECK_OR_RETURN_ERROR(
      (flags & ~(known | kHints)) == 0, NotSupported,
      "XNNPACK payload: flags of a node %s are 0x%" PRIx32
      ", of which 0x%" PRIx32 " are known",
      fb_xnnpack::EnumNameXNodeUnion(node.xnode_union_type()), flags,
      known | kHints);
  return Error::Ok;
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
