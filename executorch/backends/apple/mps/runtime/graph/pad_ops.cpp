#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <algorithm>

namespace executorch {
namespace backends {
namespace mps {

/// Negative padding is a slice.
Error build_constant_pad_nd(GraphBuilder& builder, const mpsgraph::MPSNode&,
                            const mpsgraph::MPSConstantPadND& node, int) {
  ET_MPS_ASSIGN(given, builder.value(node.input1_id()));
  const std::vector<int64_t> pad = as_sizes(node.pad());
  const size_t rank = builder.type(given).rank();
  ET_CHECK_OR_RETURN_ERROR(
      pad.size() % 2 == 0 && pad.size() / 2 <= rank, InvalidProgram,
      "MPS payload: %zu pad counts for %zu dimensions", pad.size(), rank);
  engine::Pad op;
  op.before.resize(rank);
  op.after.resize(rank);
  op.value = node.value();
  ValueId x = given;
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    const size_t axis = rank - 1 - i;
    const int64_t start = std::max<int64_t>(0, -pad[2 * i]);
    const int64_t end =
        builder.type(x).sizes[axis] - std::max<int64_t>(0, -pad[2 * i + 1]);
    ET_MPS_ASSIGN(kept, builder.slice(x, axis, start, end));
    x = kept;
    op.before[axis] = std::max<int64_t>(0, pad[2 * i]);
    op.after[axis] = std::max<int64_t>(0, pad[2 * i + 1]);
  }
  return builder.define(node.output_id(),
                        builder.graph().add(std::move(op), {x}));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
