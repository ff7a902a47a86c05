#include <executorch/backends/xnnpack/runtime/graph/integer_products.h>
#include <executorch/backends/xnnpack/runtime/graph/nodes.h>
#include <executorch/backends/xnnpack/runtime/graph/row_products.h>
#include <executorch/backends/xnnpack/runtime/graph/weights.h>

#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

/// The two innermost dimensions change places.
Axes swap_last(size_t rank) {
  Axes axes;
  for (size_t i = 0; i < rank; ++i) {
    axes.push_back(static_cast<int32_t>(i));
  }
  std::swap(axes[rank - 1], axes[rank - 2]);
  return axes;
}

Error expect_rank(GraphBuilder& builder, const char* what, ValueId value,
                  size_t min, size_t max) {
  const size_t rank = builder.type(value).rank();
  ET_CHECK_OR_RETURN_ERROR(min <= rank && rank <= max, InvalidProgram,
                           "XNNPACK payload: %s of a product has %zu "
                           "dimensions, expected %zu to %zu",
                           what, rank, min, max);
  return Error::Ok;
}

/// Inputs of any rank as matrices or stacks of them.
Result<ValueId> as_rows(GraphBuilder& builder, ValueId x, int64_t columns,
                        bool flatten) {
  const TensorType& type = builder.type(x);
  const bool is_whole = columns > 0 && type.numel() % columns == 0;
  if (is_whole && (flatten || type.rank() < 2)) {
    return builder.reshape(x, {type.numel() / columns, columns});
  }
  return x;
}

/// Real numbers without scales: the bias goes into the product.
Result<ValueId> real_product(GraphBuilder& builder, ValueId x, ValueId weights,
                             uint32_t bias) {
  const ScalarType dtype = builder.type(x).dtype;
  ET_XNN_ASSIGN(b, builder.cast(weights, dtype));
  std::vector<ValueId> operands{x, b};
  if (bias != kNoId) {
    ET_XNN_ASSIGN(view, builder.real(bias));
    ET_XNN_ASSIGN(values, builder.cast(view.base, dtype));
    operands.push_back(values);
  }
  return builder.graph().add(engine::MatMul{}, std::move(operands));
}

/// Rows that are quantized at run time, by a filter of integers; kNoValue: it
/// is no such product.
Result<ValueId> product_of_rows(GraphBuilder& builder, const Activation& x,
                                const fb_xnnpack::XNNFullyConnected& table) {
  const bool is_transposed = (table.flags() & kTransposeWeights) != 0;
  ET_XNN_ASSIGN(filter,
                read_row_filter(builder, table.filter_id(), is_transposed));
  if (filter.numbers == engine::kNoValue) {
    return engine::kNoValue;
  }
  ET_XNN_ASSIGN(rows, as_rows(builder, x.numbers, filter.depth,
                              (table.flags() & kFlattenRows) != 0));
  return multiply_rows(builder, x, rows, filter, table.bias_id());
}

}  // namespace

Error build_fully_connected(GraphBuilder& builder, const XNode& node,
                            const fb_xnnpack::XNNFullyConnected& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_flags(node, table.flags(),
                  kTransposeWeights | kFlattenRows | kStaticFloatWeights));
  const bool is_transposed = (table.flags() & kTransposeWeights) != 0;
  Activation x;
  {
    ET_XNN_ASSIGN(found, read_activation(builder, table.input1_id(), false));
    x = found;
  }
  if (x.rows != engine::kNoValue) {
    ET_XNN_ASSIGN(y, product_of_rows(builder, x, table));
    if (y != engine::kNoValue) {
      return builder.define(node, table.output_id(), y);
    }
  }
  ET_XNN_ASSIGN(
      weights, read_weights(builder, table.filter_id(), is_transposed ? 1 : 0));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_rank(builder, "the filter", weights.numbers, 2, 2));
  ET_XNN_ASSIGN(matrix, is_transposed
                            ? weights.numbers
                            : builder.permute(weights.numbers, {1, 0}));
  ET_XNN_ASSIGN(rows, as_rows(builder, x.numbers, builder.type(matrix).sizes[0],
                              (table.flags() & kFlattenRows) != 0));
  if (!x.is_quantized && !weights.is_quantized()) {
    ET_XNN_ASSIGN(y, real_product(builder, rows, matrix, table.bias_id()));
    return builder.define(node, table.output_id(), y);
  }
  const IntegerProduct product = {x, weights, table.bias_id(),
                                  table.output_id()};
  ET_XNN_ASSIGN(is_of_integers, is_product_of_integers(builder, product));
  if (is_of_integers) {
    ET_XNN_ASSIGN(filters, is_transposed
                               ? builder.permute(weights.numbers, {1, 0})
                               : Result<ValueId>(weights.numbers));
    ET_XNN_ASSIGN(y, multiply_integers(builder, node, product, rows, filters));
    return builder.define_stored(table.output_id(), View{y});
  }
  if (x.rows != engine::kNoValue && rows != x.numbers) {
    ET_XNN_ASSIGN(scales,
                  builder.reshape(x.rows, {builder.type(x.rows).numel(), 1}));
    ET_XNN_ASSIGN(zero_points, builder.reshape(x.row_zero_points,
                                               builder.type(scales).sizes));
    x.rows = scales;
    x.row_zero_points = zero_points;
  }
  x.numbers = rows;
  ET_XNN_ASSIGN(numbers, centred(builder, x));
  ET_XNN_ASSIGN(floats, builder.cast(numbers, ScalarType::Float));
  ET_XNN_ASSIGN(factors, builder.cast(matrix, ScalarType::Float));
  ET_XNN_ASSIGN(sums, builder.graph().add(engine::MatMul{}, {floats, factors}));
  ET_XNN_ASSIGN(y,
                finish_sums(builder, sums, x, weights, table.bias_id(), {-1}));
  return builder.define(node, table.output_id(), y);
}

Error build_batch_matmul(GraphBuilder& builder, const XNode& node,
                         const fb_xnnpack::_XNNNode2x1& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_flags(node, table.flags(), kTransposeWeights));
  ET_XNN_ASSIGN(view_a, builder.real(table.input1_id()));
  ET_XNN_ASSIGN(view_b, builder.real(table.input2_id()));
  ET_XNN_ASSIGN(a, builder.dense(view_a));
  ET_XNN_ASSIGN(dense_b, builder.dense(view_b));
  ET_XNN_ASSIGN(b, builder.cast(dense_b, builder.type(a).dtype));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_rank(builder, "operand b", b, 2, engine::kMaxRank));
  const bool is_transposed = (table.flags() & kTransposeWeights) != 0;
  ET_XNN_ASSIGN(right, is_transposed ? builder.permute(
                                           b, swap_last(builder.type(b).rank()))
                                     : Result<ValueId>(b));
  ET_XNN_ASSIGN(y, builder.graph().add(engine::MatMul{}, {a, right}));
  return builder.define(node, table.output_id(), y);
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
