#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

#include <array>
#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

using Table = fb_xnnpack::_XNNPooling2D;

/// The type of the result for planes [N, C, H, W]: windows that lie in the
/// input and its padding.
Result<TensorType> pooled(const TensorType& input,
                          const engine::Window& window) {
  TensorType result = input;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t kernel = window.kernel[i];
    const int64_t stride = window.stride[i];
    const int64_t dilation = window.dilation[i];
    ET_CHECK_OR_RETURN_ERROR(kernel > 0 && kernel <= INT32_MAX && stride > 0 &&
                                 dilation > 0 && dilation <= INT32_MAX,
                             InvalidProgram,
                             "XNNPACK payload: pooling with kernel %" PRId64
                             ", stride %" PRId64 ", dilation %" PRId64,
                             kernel, stride, dilation);
    // Sizes and padding are 32 bits wide: nothing overflows here.
    const int64_t room = input.sizes[2 + i] + window.pad_before[i] +
                         window.pad_after[i] - dilation * (kernel - 1) - 1;
    result.sizes[2 + i] = room < 0 ? 0 : room / stride + 1;
  }
  return result;
}

template <class AnyTable>
engine::Window window_of(const AnyTable& table) {
  engine::Window window;
  window.kernel = {table.pooling_height(), table.pooling_width()};
  window.pad_before = {table.padding_top(), table.padding_left()};
  window.pad_after = {table.padding_bottom(), table.padding_right()};
  return window;
}

Error add_pool(GraphBuilder& builder, const XNode& node, const Table& table,
               const engine::Pool2d& op) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags(), kKeepDims));
  ET_XNN_ASSIGN(x, builder.planes(table.input_id()));
  ET_XNN_ASSIGN(type, pooled(builder.type(x), op.window));
  ET_XNN_ASSIGN(y, builder.graph().add(op, {x}, type));
  return builder.define_planes(node, table.output_id(), y);
}

/// The largest of bytes that are held alike.
Error add_pool_of_bytes(GraphBuilder& builder, const XNode& node,
                        const Table& table, const engine::Pool2d& op) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags(), kKeepDims));
  ET_XNN_ASSIGN(view, builder.stored(table.input_id()));
  ET_XNN_ASSIGN(x, builder.planes(table.input_id(), view));
  ET_XNN_ASSIGN(type, pooled(builder.type(x), op.window));
  ET_XNN_ASSIGN(y, builder.graph().add(op, {x}, type));
  ET_XNN_ASSIGN(bounded, builder.bounded_bytes(node, table.output_id(), y));
  return builder.define_stored(table.output_id(), View{bounded, to_pixels()});
}

}  // namespace

Error build_max_pooling(GraphBuilder& builder, const XNode& node,
                        const Table& table, int) {
  engine::Pool2d op;
  op.kind = engine::Pool2d::Kind::kMax;
  op.window = window_of(table);
  op.window.stride = {table.stride_height(), table.stride_width()};
  op.window.dilation = {table.dilation_height(), table.dilation_width()};
  ET_XNN_ASSIGN(is_alike,
                builder.are_held_alike(table.input_id(), table.output_id()));
  ET_XNN_ASSIGN(dtype, builder.held_dtype(table.output_id()));
  return is_alike && dtype == ScalarType::Byte
             ? add_pool_of_bytes(builder, node, table, op)
             : add_pool(builder, node, table, op);
}

/// Padding does not count in the divisor; the fields for dilation are unused.
Error build_avg_pooling(GraphBuilder& builder, const XNode& node,
                        const Table& table, int) {
  engine::Pool2d op;
  op.kind = engine::Pool2d::Kind::kAverage;
  op.window = window_of(table);
  op.window.stride = {table.stride_height(), table.stride_width()};
  op.count_include_pad = false;
  return add_pool(builder, node, table, op);
}

/// The declared rank tells whether the dimensions of the window are kept.
Error build_global_avg_pooling(GraphBuilder& builder, const XNode& node,
                               const fb_xnnpack::_XNNNode1x1& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags(), kKeepDims));
  ET_XNN_ASSIGN(x, builder.planes(table.input_id()));
  ET_XNN_ASSIGN(y, builder.graph().add(engine::Mean{{2, 3}}, {x}));
  ET_XNN_ASSIGN(value, builder.declared(table.output_id()));
  if (value.tensor->num_dims() == 4) {
    return builder.define_planes(node, table.output_id(), y);
  }
  const std::vector<int64_t> sizes = builder.type(y).sizes;
  ET_XNN_ASSIGN(rows, builder.reshape(y, {sizes[0], sizes[1]}));
  return builder.define(node, table.output_id(), rows);
}

/// Windows do not overlap. Indices are places in the window; the engine has
/// those in the plane.
Error build_argmax_pooling(GraphBuilder& builder, const XNode& node,
                           const fb_xnnpack::XNNArgMaxPooling2d& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags(), kKeepDims));
  ET_XNN_ASSIGN(x, builder.planes(table.input_id()));
  engine::Pool2d op;
  op.kind = engine::Pool2d::Kind::kMax;
  op.window = window_of(table);
  op.window.stride = op.window.kernel;
  ET_CHECK_OR_RETURN_ERROR(
      (op.window.pad_before == std::array<int64_t, 2>{0, 0} &&
       op.window.pad_after == std::array<int64_t, 2>{0, 0}),
      NotSupported, "XNNPACK payload: XNNArgMaxPooling2d with padding");
  ET_XNN_ASSIGN(type, pooled(builder.type(x), op.window));
  const int64_t width = builder.type(x).sizes[3];
  const auto results = builder.graph().add_all(op, {x}, type, 2);
  ET_CHECK_OK_OR_RETURN_ERROR(results.error());
  ET_CHECK_OK_OR_RETURN_ERROR(
      builder.define_planes(node, table.output_value_id(), (*results)[0]));

  const ValueId places = (*results)[1];
  const int64_t kernel_height = op.window.kernel[0];
  const int64_t kernel_width = op.window.kernel[1];
  const auto as_double = [](int64_t n) { return static_cast<double>(n); };
  ET_XNN_ASSIGN(y, builder.with_number(Binary::Kind::kFloorDiv, places,
                                       as_double(width)));
  ET_XNN_ASSIGN(x_place, builder.with_number(Binary::Kind::kRemainder, places,
                                             as_double(width)));
  ET_XNN_ASSIGN(row, builder.with_number(Binary::Kind::kRemainder, y,
                                         as_double(kernel_height)));
  ET_XNN_ASSIGN(column, builder.with_number(Binary::Kind::kRemainder, x_place,
                                            as_double(kernel_width)));
  ET_XNN_ASSIGN(scaled, builder.with_number(Binary::Kind::kMul, row,
                                            as_double(kernel_width)));
  ET_XNN_ASSIGN(index, builder.binary(Binary::Kind::kAdd, scaled, column));
  return builder.define_stored(table.output_index_id(),
                               View{index, to_pixels()});
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
