#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <cinttypes>
#include <cmath>

namespace executorch {
namespace backends {
namespace mps {

namespace {

/// One number under any sizes.
Error add_full(GraphBuilder& builder, const mpsgraph::_MPSFull& node,
               std::vector<int64_t> sizes) {
  ET_MPS_ASSIGN(dtype, scalar_type(node.dtype()));
  ET_MPS_ASSIGN(number, builder.graph().add_scalar(dtype, node.fill_value()));
  return builder.define(node.output_id(),
                        builder.broadcast(number, std::move(sizes)));
}

}  // namespace

Error build_full(GraphBuilder& builder, const mpsgraph::MPSNode&,
                 const mpsgraph::_MPSFull& node, int) {
  return add_full(builder, node, as_sizes(node.shape()));
}

Error build_full_like(GraphBuilder& builder, const mpsgraph::MPSNode&,
                      const mpsgraph::_MPSFull& node, int) {
  ET_MPS_ASSIGN(like, builder.value(node.input1_id()));
  return add_full(builder, node, builder.type(like).sizes);
}

/// Computed as start + i * step.
Error build_arange(GraphBuilder& builder, const mpsgraph::MPSNode&,
                   const mpsgraph::MPSArange& node, int) {
  const double start = node.start();
  const double step = node.step();
  const double count = std::ceil((node.end() - start) / step);
  ET_CHECK_OR_RETURN_ERROR(
      count >= 0 && count <= kMaxCoordinates, InvalidProgram,
      "MPS payload: a range from %g to %g by %g, expected "
      "at most %" PRId64 " numbers",
      start, static_cast<double>(node.end()), step, kMaxCoordinates);
  const auto n = static_cast<int64_t>(count);
  std::vector<int64_t> places(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    places[static_cast<size_t>(i)] = i;
  }
  ET_MPS_ASSIGN(dtype, scalar_type(node.dtype()));
  ET_MPS_ASSIGN(indices, builder.add_indices({n}, places));
  ET_MPS_ASSIGN(index, builder.cast(indices, dtype));
  ET_MPS_ASSIGN(first, builder.graph().add_scalar(dtype, start));
  ET_MPS_ASSIGN(by, builder.graph().add_scalar(dtype, step));
  ET_MPS_ASSIGN(scaled,
                builder.graph().add(Binary{Binary::Kind::kMul}, {index, by}));
  return builder.define(
      node.output_id(),
      builder.graph().add(Binary{Binary::Kind::kAdd}, {scaled, first}));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
