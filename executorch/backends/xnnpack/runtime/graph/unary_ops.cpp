#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

using Table = fb_xnnpack::_XNNNode1x1;

}  // namespace

Error build_unary(GraphBuilder& builder, const XNode& node, const Table& table,
                  Unary::Kind kind) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  ET_XNN_ASSIGN(y, builder.unary(kind, x.base));
  return builder.define(node, table.output_id(), View{y, x.axes});
}

Error build_square(GraphBuilder& builder, const XNode& node, const Table& table,
                   int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  ET_XNN_ASSIGN(y, builder.binary(Binary::Kind::kMul, x.base, x.base));
  return builder.define(node, table.output_id(), View{y, x.axes});
}

/// x * min(max(x + 3, 0), 6) / 6
Error build_hardswish(GraphBuilder& builder, const XNode& node,
                      const Table& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  ET_XNN_ASSIGN(moved, builder.with_number(Binary::Kind::kAdd, x.base, 3));
  ET_XNN_ASSIGN(gate, builder.clamp(moved, 0, 6));
  ET_XNN_ASSIGN(product, builder.binary(Binary::Kind::kMul, x.base, gate));
  ET_XNN_ASSIGN(y, builder.with_number(Binary::Kind::kDiv, product, 6));
  return builder.define(node, table.output_id(), View{y, x.axes});
}

/// The bounds are those of every node. Bytes that are held alike are bounded as
/// they are.
Error build_clamp(GraphBuilder& builder, const XNode& node, const Table& table,
                  int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(is_alike,
                builder.are_held_alike(table.input_id(), table.output_id()));
  ET_XNN_ASSIGN(dtype, builder.held_dtype(table.output_id()));
  if (is_alike && dtype == ScalarType::Byte) {
    ET_XNN_ASSIGN(bytes, builder.stored(table.input_id()));
    ET_XNN_ASSIGN(y,
                  builder.bounded_bytes(node, table.output_id(), bytes.base));
    return builder.define_stored(table.output_id(), View{y, bytes.axes});
  }
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  return builder.define(node, table.output_id(), x);
}

/// x > 0 ? x : alpha * (exp(x) - 1)
Error build_elu(GraphBuilder& builder, const XNode& node,
                const fb_xnnpack::XNNELU& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  ET_XNN_ASSIGN(exp, builder.unary(Unary::Kind::kExp, x.base));
  ET_XNN_ASSIGN(below, builder.with_number(Binary::Kind::kSub, exp, 1));
  ET_XNN_ASSIGN(scaled,
                builder.with_number(Binary::Kind::kMul, below,
                                    static_cast<double>(table.alpha())));
  ET_XNN_ASSIGN(is_positive, builder.with_number(Binary::Kind::kGt, x.base, 0));
  ET_XNN_ASSIGN(
      y, builder.graph().add(engine::Select{}, {is_positive, x.base, scaled}));
  return builder.define(node, table.output_id(), View{y, x.axes});
}

Error build_leaky_relu(GraphBuilder& builder, const XNode& node,
                       const fb_xnnpack::XNNLeakyReLU& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  const engine::LeakyRelu op{static_cast<double>(table.negative_slope())};
  ET_XNN_ASSIGN(y, builder.graph().add(op, {x.base}));
  return builder.define(node, table.output_id(), View{y, x.axes});
}

/// Over the innermost dimension.
Error build_softmax(GraphBuilder& builder, const XNode& node,
                    const Table& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  const size_t rank = builder.type(x.base).rank();
  ET_CHECK_OR_RETURN_ERROR(rank > 0, InvalidProgram,
                           "XNNPACK payload: a softmax of %zu dimensions",
                           rank);
  const auto last = static_cast<int32_t>(rank - 1);
  const engine::Softmax op{x.axes.empty() ? last : x.axes.back(), false};
  ET_XNN_ASSIGN(y, builder.graph().add(op, {x.base}));
  return builder.define(node, table.output_id(), View{y, x.axes});
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
