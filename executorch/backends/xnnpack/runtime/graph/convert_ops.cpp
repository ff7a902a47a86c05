#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

constexpr double kLowest = -128;
constexpr double kHighest = 127;
/// A row of zeros has no range; any scale will do for it.
constexpr double kLeastRange = 1e-30;

/// Maxima of the innermost `n_row_dims` dimensions and 0, as [rows, 1].
Result<ValueId> row_maxima(GraphBuilder& builder, ValueId rows) {
  const std::vector<int64_t> sizes = builder.type(rows).sizes;
  ET_XNN_ASSIGN(planes, builder.reshape(rows, {sizes[0], 1, 1, sizes[1]}));
  engine::Pool2d op;
  op.kind = engine::Pool2d::Kind::kMax;
  op.window.kernel = {1, sizes[1]};
  op.window.stride = {1, sizes[1]};
  ET_XNN_ASSIGN(
      maxima, builder.graph().add(
                  op, {planes},
                  TensorType{builder.type(planes).dtype, {sizes[0], 1, 1, 1}}));
  ET_XNN_ASSIGN(column, builder.reshape(maxima, {sizes[0], 1}));
  return builder.with_number(Binary::Kind::kMaximum, column, 0);
}

/// Sizes {rows, elements of a row}.
Result<std::vector<int64_t>> matrix_of(const TensorType& type,
                                       size_t n_row_dims) {
  ET_CHECK_OR_RETURN_ERROR(
      n_row_dims <= type.rank() && type.numel() > 0, InvalidProgram,
      "XNNPACK payload: %zu dimensions of rows of a value with %zu and "
      "%" PRId64 " elements",
      n_row_dims, type.rank(), type.numel());
  std::vector<int64_t> sizes{1, 1};
  for (size_t i = 0; i < type.rank(); ++i) {
    sizes[i + n_row_dims < type.rank() ? 0 : 1] *= type.sizes[i];
  }
  return sizes;
}

}  // namespace

Result<RowQuantized> quantize_rows(GraphBuilder& builder, ValueId x,
                                   size_t n_row_dims) {
  const TensorType type = builder.type(x);
  ET_XNN_ASSIGN(sizes, matrix_of(type, n_row_dims));
  ET_XNN_ASSIGN(floats, builder.cast(x, ScalarType::Float));
  ET_XNN_ASSIGN(rows, builder.reshape(floats, sizes));
  ET_XNN_ASSIGN(max, row_maxima(builder, rows));
  ET_XNN_ASSIGN(negative, builder.unary(Unary::Kind::kNeg, rows));
  ET_XNN_ASSIGN(minus_min, row_maxima(builder, negative));
  ET_XNN_ASSIGN(range, builder.binary(Binary::Kind::kAdd, max, minus_min));
  ET_XNN_ASSIGN(some_range, builder.with_number(Binary::Kind::kMaximum, range,
                                                kLeastRange));
  ET_XNN_ASSIGN(scale, builder.with_number(Binary::Kind::kDiv, some_range,
                                           kHighest - kLowest));
  ET_XNN_ASSIGN(per_step, builder.unary(Unary::Kind::kReciprocal, scale));

  // The zero point is the integer of 0: kLowest - min / scale.
  ET_XNN_ASSIGN(steps, builder.binary(Binary::Kind::kMul, minus_min, per_step));
  ET_XNN_ASSIGN(exact_zero,
                builder.with_number(Binary::Kind::kAdd, steps, kLowest));
  ET_XNN_ASSIGN(zero, builder.unary(Unary::Kind::kRound, exact_zero));

  ET_XNN_ASSIGN(scaled, builder.binary(Binary::Kind::kMul, rows, per_step));
  ET_XNN_ASSIGN(rounded, builder.unary(Unary::Kind::kRound, scaled));
  ET_XNN_ASSIGN(shifted, builder.binary(Binary::Kind::kAdd, rounded, zero));
  ET_XNN_ASSIGN(integers, builder.clamp(shifted, kLowest, kHighest));
  ET_XNN_ASSIGN(centred, builder.binary(Binary::Kind::kSub, integers, zero));
  ET_XNN_ASSIGN(numbers, builder.reshape(centred, type.sizes));

  std::vector<int64_t> scale_sizes = type.sizes;
  for (size_t i = type.rank() - n_row_dims; i < type.rank(); ++i) {
    scale_sizes[i] = 1;
  }
  ET_XNN_ASSIGN(scales, builder.reshape(scale, std::move(scale_sizes)));
  return RowQuantized{numbers, scales};
}

/// From one way to store numbers to another.
Error build_convert(GraphBuilder& builder, const XNode& node,
                    const fb_xnnpack::_XNNNode1x1& table, int) {
  // A hint about the layout of dynamically quantized rows.
  constexpr uint32_t kMaybePack = 0x100;
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags(), kMaybePack));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  ET_XNN_ASSIGN(quant, builder.quantization(table.output_id()));
  if (quant.kind != Quantization::Kind::kRow) {
    return builder.define(node, table.output_id(), x);
  }
  ET_XNN_ASSIGN(dense, builder.dense(x));
  ET_XNN_ASSIGN(rows, quantize_rows(builder, dense, quant.n_row_dims));
  return builder.define_rows(table.output_id(), rows);
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
