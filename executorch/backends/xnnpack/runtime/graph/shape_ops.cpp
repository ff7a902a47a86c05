#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

#include <algorithm>
#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

/// What a node that only moves elements reads.
struct Moved {
  View view;
  bool is_stored;  ///< and not a float for it
};

Result<Moved> moved(GraphBuilder& builder, uint32_t from, uint32_t to) {
  ET_XNN_ASSIGN(is_stored, builder.are_held_alike(from, to));
  ET_XNN_ASSIGN(view, is_stored ? builder.stored(from) : builder.real(from));
  return Moved{view, is_stored};
}

Error define(GraphBuilder& builder, const XNode& node, uint32_t id, View view,
             bool is_stored) {
  return is_stored ? builder.define_stored(id, std::move(view))
                   : builder.define(node, id, std::move(view));
}

/// The dimension of the base that is dimension `i` of the view.
size_t base_axis(const View& view, size_t i) {
  return view.axes.empty() ? i : static_cast<size_t>(view.axes[i]);
}

Error check_rank(const char* field, size_t found, size_t rank) {
  ET_CHECK_OR_RETURN_ERROR(found == rank, InvalidProgram,
                           "XNNPACK payload: %s has %zu entries, the input "
                           "has %zu dimensions",
                           field, found, rank);
  return Error::Ok;
}

/// Fills in the size that the payload leaves open.
Error complete_sizes(std::vector<int64_t>& sizes, int64_t numel) {
  const auto open = std::find(sizes.begin(), sizes.end(), 0);
  if (open == sizes.end()) {
    return Error::Ok;
  }
  *open = 1;
  ET_CHECK_OK_OR_RETURN_ERROR(
      engine::check_type("new_shape", {ScalarType::Float, sizes}));
  const int64_t rest = TensorType{ScalarType::Float, sizes}.numel();
  ET_CHECK_OR_RETURN_ERROR(
      rest > 0 && numel % rest == 0, InvalidProgram,
      "XNNPACK payload: new_shape is %s besides an open size, the input has "
      "%" PRId64 " elements",
      engine::to_string(sizes).c_str(), numel);
  *open = numel / rest;
  return Error::Ok;
}

}  // namespace

Error build_copy(GraphBuilder& builder, const XNode& node,
                 const fb_xnnpack::_XNNNode1x1& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, moved(builder, table.input_id(), table.output_id()));
  return define(builder, node, table.output_id(), x.view, x.is_stored);
}

Error build_transpose(GraphBuilder& builder, const XNode& node,
                      const fb_xnnpack::XNNStaticTranspose& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, moved(builder, table.input_id(), table.output_id()));
  const std::vector<int64_t> perm = as_sizes(table.perm());
  const size_t rank = builder.type(x.view.base).rank();
  ET_CHECK_OK_OR_RETURN_ERROR(check_rank("perm", perm.size(), rank));
  std::vector<bool> taken(rank);
  Axes axes;
  for (const int64_t axis : perm) {
    ET_CHECK_OR_RETURN_ERROR(
        axis < static_cast<int64_t>(rank) && !taken[static_cast<size_t>(axis)],
        InvalidProgram,
        "XNNPACK payload: perm holds %" PRId64
        ", which is taken or not below %zu",
        axis, rank);
    taken[static_cast<size_t>(axis)] = true;
    axes.push_back(static_cast<int32_t>(axis));
  }
  return define(builder, node, table.output_id(),
                View{x.view.base, composed(x.view.axes, axes)}, x.is_stored);
}

Error build_reshape(GraphBuilder& builder, const XNode& node,
                    const fb_xnnpack::XNNStaticReshape& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, moved(builder, table.input_id(), table.output_id()));
  ET_XNN_ASSIGN(dense, builder.dense(x.view));
  std::vector<int64_t> sizes = as_sizes(table.new_shape());
  ET_CHECK_OK_OR_RETURN_ERROR(
      complete_sizes(sizes, builder.type(dense).numel()));
  ET_XNN_ASSIGN(y, builder.reshape(dense, std::move(sizes)));
  return define(builder, node, table.output_id(), View{y}, x.is_stored);
}

Error build_slice(GraphBuilder& builder, const XNode& node,
                  const fb_xnnpack::XNNStaticSlice& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, moved(builder, table.input_id(), table.output_id()));
  const std::vector<int64_t> offsets = as_sizes(table.offsets());
  const std::vector<int64_t> sizes = as_sizes(table.sizes());
  ValueId y = x.view.base;
  const size_t rank = builder.type(y).rank();
  ET_CHECK_OK_OR_RETURN_ERROR(check_rank("offsets", offsets.size(), rank));
  ET_CHECK_OK_OR_RETURN_ERROR(check_rank("sizes", sizes.size(), rank));
  for (size_t i = 0; i < rank; ++i) {
    const size_t axis = base_axis(x.view, i);
    TensorType type = builder.type(y);
    const int64_t left = type.sizes[axis] - offsets[i];
    // A size of 0 is all that is left.
    const int64_t size = sizes[i] == 0 ? left : sizes[i];
    ET_CHECK_OR_RETURN_ERROR(left >= 0 && size <= left, InvalidProgram,
                             "XNNPACK payload: a slice of %" PRId64
                             " at %" PRId64
                             " of dimension %zu, which has "
                             "%" PRId64,
                             size, offsets[i], i, type.sizes[axis]);
    if (size == type.sizes[axis]) {
      continue;
    }
    type.sizes[axis] = size;
    const engine::Slice op{static_cast<int32_t>(axis), offsets[i], 1};
    ET_XNN_ASSIGN(part, builder.graph().add(op, {y}, std::move(type)));
    y = part;
  }
  return define(builder, node, table.output_id(), View{y, x.view.axes},
                x.is_stored);
}

Error build_pad(GraphBuilder& builder, const XNode& node,
                const fb_xnnpack::XNNStaticConstantPad& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  const std::vector<int64_t> before = as_sizes(table.pre_paddings());
  const std::vector<int64_t> after = as_sizes(table.post_paddings());
  const size_t rank = builder.type(x.base).rank();
  ET_CHECK_OK_OR_RETURN_ERROR(check_rank("pre_paddings", before.size(), rank));
  ET_CHECK_OK_OR_RETURN_ERROR(check_rank("post_paddings", after.size(), rank));
  engine::Pad op;
  op.before.resize(rank);
  op.after.resize(rank);
  for (size_t i = 0; i < rank; ++i) {
    op.before[base_axis(x, i)] = before[i];
    op.after[base_axis(x, i)] = after[i];
  }
  op.value = static_cast<double>(table.padding_value());
  ET_XNN_ASSIGN(y, builder.graph().add(std::move(op), {x.base}));
  return builder.define(node, table.output_id(), View{y, x.axes});
}

Error build_concatenate(GraphBuilder& builder, const XNode& node,
                        const fb_xnnpack::_XNNCat& table, int n_inputs) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  std::vector<uint32_t> ids{table.input1_id(), table.input2_id(),
                            table.input3_id(), table.input4_id(),
                            table.input5_id()};
  ids.resize(static_cast<size_t>(n_inputs));
  bool is_stored = true;
  for (const uint32_t id : ids) {
    ET_XNN_ASSIGN(is_alike, builder.are_held_alike(id, table.output_id()));
    is_stored = is_stored && is_alike;
  }
  std::vector<ValueId> parts;
  View like;
  for (const uint32_t id : ids) {
    ET_XNN_ASSIGN(view, is_stored ? builder.stored(id) : builder.real(id));
    if (parts.empty()) {
      like = view;
    }
    const bool is_in_order =
        builder.type(view.base).rank() == builder.type(like.base).rank();
    ET_CHECK_OR_RETURN_ERROR(
        is_in_order, InvalidProgram,
        "XNNPACK payload: a concatenation of %zu and %zu dimensions",
        builder.type(like.base).rank(), builder.type(view.base).rank());
    ET_XNN_ASSIGN(part, like.axes.empty() ? builder.dense(view)
                                          : builder.under(view, like.axes));
    parts.push_back(part);
  }
  ET_CHECK_OR_RETURN_ERROR(
      table.axis() < builder.type(like.base).rank(), InvalidProgram,
      "XNNPACK payload: axis %" PRIu32 " of %zu dimensions", table.axis(),
      builder.type(like.base).rank());
  const engine::Concat op{static_cast<int32_t>(base_axis(like, table.axis()))};
  ET_XNN_ASSIGN(y, builder.graph().add(op, std::move(parts)));
  return define(builder, node, table.output_id(), View{y, like.axes},
                is_stored);
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
