#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

/// Two operands of one dtype whose dimensions are in one order.
struct Pair {
  ValueId a;
  ValueId b;
  Axes axes;
};

/// The order of the operand of more dimensions, or of the first that has one:
/// constants and narrow operands are what is moved.
Result<Pair> in_one_order(GraphBuilder& builder, const View& a, const View& b) {
  const size_t rank_a = builder.type(a.base).rank();
  const size_t rank_b = builder.type(b.base).rank();
  const bool b_leads = rank_b > rank_a || (rank_a == rank_b && a.axes.empty());
  const Axes& axes = b_leads ? b.axes : a.axes;
  Pair pair;
  pair.axes = axes;
  if (axes.empty()) {
    ET_XNN_ASSIGN(dense_a, builder.dense(a));
    ET_XNN_ASSIGN(dense_b, builder.dense(b));
    pair.a = dense_a;
    pair.b = dense_b;
    return pair;
  }
  const auto moved = [&](const View& view) -> Result<ValueId> {
    const size_t rank = builder.type(view.base).rank();
    if (view.axes.empty() || rank == axes.size()) {
      return builder.under(view, axes);
    }
    ET_XNN_ASSIGN(value, builder.dense(view));
    return builder.under(View{value}, axes);
  };
  ET_XNN_ASSIGN(moved_a, moved(a));
  ET_XNN_ASSIGN(moved_b, moved(b));
  pair.a = moved_a;
  pair.b = moved_b;
  return pair;
}

Result<Pair> operands(GraphBuilder& builder,
                      const fb_xnnpack::_XNNNode2x1& table) {
  ET_XNN_ASSIGN(a, builder.real(table.input1_id()));
  ET_XNN_ASSIGN(b, builder.real(table.input2_id()));
  ET_XNN_ASSIGN(ordered, in_one_order(builder, a, b));
  Pair pair = ordered;
  const ScalarType dtype = builder.type(pair.a).dtype;
  ET_XNN_ASSIGN(same, builder.cast(pair.b, dtype));
  pair.b = same;
  return pair;
}

/// Whether both operands and the result are bytes, none of them constant.
Result<bool> is_of_bytes(GraphBuilder& builder,
                         const fb_xnnpack::_XNNNode2x1& table) {
  for (const uint32_t id :
       {table.input1_id(), table.input2_id(), table.output_id()}) {
    ET_XNN_ASSIGN(quant, builder.quantization(id));
    ET_XNN_ASSIGN(dtype, builder.held_dtype(id));
    if (quant.kind != Quantization::Kind::kTensor ||
        dtype != ScalarType::Byte || quant.zero_point < 0 ||
        quant.zero_point > UINT8_MAX) {
      return false;
    }
  }
  return true;
}

/// The sum of bytes of equal sizes; kNoValue where they are not.
Result<View> add_bytes(GraphBuilder& builder, const XNode& node,
                       const fb_xnnpack::_XNNNode2x1& table) {
  ET_XNN_ASSIGN(a, builder.stored(table.input1_id()));
  ET_XNN_ASSIGN(b, builder.stored(table.input2_id()));
  ET_XNN_ASSIGN(pair, in_one_order(builder, a, b));
  if (!(builder.type(pair.a) == builder.type(pair.b))) {
    return View{};
  }
  ET_XNN_ASSIGN(of_a, builder.quantization(table.input1_id()));
  ET_XNN_ASSIGN(of_b, builder.quantization(table.input2_id()));
  ET_XNN_ASSIGN(of_y, builder.quantization(table.output_id()));
  ET_XNN_ASSIGN(bounds, bounds_of(node));
  engine::QuantizedAdd op;
  op.a_zero_point = static_cast<uint8_t>(of_a.zero_point);
  op.b_zero_point = static_cast<uint8_t>(of_b.zero_point);
  op.y_zero_point = static_cast<uint8_t>(of_y.zero_point);
  op.a_scale = of_a.scale / of_y.scale;
  op.b_scale = of_b.scale / of_y.scale;
  op.min = quantized_bound(bounds.min, of_y);
  op.max = quantized_bound(bounds.max, of_y);
  ET_XNN_ASSIGN(y, builder.graph().add(op, {pair.a, pair.b}));
  return View{y, pair.axes};
}

}  // namespace

Error build_binary(GraphBuilder& builder, const XNode& node,
                   const fb_xnnpack::_XNNNode2x1& table, Binary::Kind kind) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(are_bytes, is_of_bytes(builder, table));
  if (are_bytes && kind == Binary::Kind::kAdd) {
    ET_XNN_ASSIGN(sum, add_bytes(builder, node, table));
    if (sum.base != engine::kNoValue) {
      return builder.define_stored(table.output_id(), sum);
    }
  }
  ET_XNN_ASSIGN(pair, operands(builder, table));
  ET_XNN_ASSIGN(y, builder.binary(kind, pair.a, pair.b));
  return builder.define(node, table.output_id(), View{y, pair.axes});
}

/// x > 0 ? x : x * slope
Error build_prelu(GraphBuilder& builder, const XNode& node,
                  const fb_xnnpack::_XNNNode2x1& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags()));
  ET_XNN_ASSIGN(pair, operands(builder, table));
  ET_XNN_ASSIGN(scaled, builder.binary(Binary::Kind::kMul, pair.a, pair.b));
  ET_XNN_ASSIGN(is_positive, builder.with_number(Binary::Kind::kGt, pair.a, 0));
  ET_XNN_ASSIGN(
      y, builder.graph().add(engine::Select{}, {is_positive, pair.a, scaled}));
  return builder.define(node, table.output_id(), View{y, pair.axes});
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
