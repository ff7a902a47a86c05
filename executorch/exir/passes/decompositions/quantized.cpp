#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/exir/passes/decompositions/util.h>

#include <string>

/// quantized_decomposed operators without kernels of their own.
namespace executorch::exir::decompositions {
namespace {

std::string qualified(const char* name) {
  return std::string("quantized_decomposed::") + name;
}

/// Scales in double and zero points in int64, as the export says.
std::vector<Value*> qparams(Rewriter& rewriter, const Node& node, Value* scale,
                            SymInt zero_point) {
  const Sizes sizes = scale->sizes();
  return {
      cast(rewriter, scale, node.output(0)->dtype()),
      full(rewriter, sizes, std::move(zero_point), node.output(1)->dtype())};
}

/// Values in an order that makes a group of `group_size` a row; a group longer
/// than a row is the row.
Value* groups_of(Rewriter& rewriter, Value* x, const Node& node) {
  if (x->sizes().size() != 2) {
    rewriter.refuse("groups of a tensor that is not a matrix");
    return x;
  }
  const int64_t columns = size_of(rewriter, x, 1);
  const int64_t wanted = node.int_value("group_size");
  const int64_t group = wanted > columns ? columns : wanted;
  if (group < 1 || columns % group != 0) {
    rewriter.refuse("has a group_size that does not divide the columns");
    return x;
  }
  return view(rewriter, x,
              {x->sizes()[0] * SymInt(columns / group), SymInt(group)});
}

/// Parameters as one column, one row for each group.
Value* column(Rewriter& rewriter, Value* values) {
  return view(rewriter, values, {numel_of(values->sizes()), SymInt(1)});
}

}  // namespace

/// The limits are tensors, so that the operator is the sum of its parts.
std::vector<Value*> decompose_quantize_per_tensor_tensor2(Rewriter& rewriter,
                                                          const Node& node) {
  Expressions e(rewriter);
  const auto number = [&](const char* name) {
    return e.view(e.cast(node.tensor(name), ScalarType::Float), {});
  };
  Value* input = e.cast(node.tensor("input"), ScalarType::Float);
  Value* steps =
      e.unary("round", e.mul(input, e.unary("reciprocal", number("scale"))));
  Value* shifted = e.add(steps, number("zero_point"));
  Value* limited =
      rewriter.call("aten::clamp.Tensor",
                    {shifted, number("quant_min"), number("quant_max")});
  return {e.cast(limited, node.output()->dtype())};
}

/// The limits say nothing about the result.
std::vector<Value*> decompose_dequantize_per_tensor_tensor2(Rewriter& rewriter,
                                                            const Node& node) {
  return {rewriter.call(
      qualified("dequantize_per_tensor.tensor"),
      {node.tensor("input"), node.tensor("scale"), node.tensor("zero_point"),
       SymInt(0), SymInt(0), node.arg("dtype"), node.arg("out_dtype")})};
}

std::vector<Value*> decompose_quantize_per_channel_group(Rewriter& rewriter,
                                                         const Node& node) {
  Value* input = node.tensor("input");
  Value* rows = rewriter.call(
      qualified("quantize_per_token"),
      {groups_of(rewriter, input, node),
       column(rewriter, node.tensor("scales")),
       column(rewriter, node.tensor("zero_points")), node.arg("quant_min"),
       node.arg("quant_max"), node.arg("dtype")});
  return {view(rewriter, rows, input->sizes())};
}

std::vector<Value*> decompose_dequantize_per_channel_group(Rewriter& rewriter,
                                                           const Node& node) {
  Value* input = node.tensor("input");
  Value* scales = column(rewriter, node.tensor("scales"));
  Value* zero_points = node.optional_tensor("zero_points");
  zero_points = zero_points != nullptr ? column(rewriter, zero_points)
                                       : full(rewriter, scales->sizes(),
                                              SymInt(0), ScalarType::Int);
  Value* rows =
      rewriter.call(qualified("dequantize_per_token"),
                    {groups_of(rewriter, input, node), scales, zero_points,
                     node.arg("quant_min"), node.arg("quant_max"),
                     node.arg("dtype"), node.arg("output_dtype")});
  return {view(rewriter, rows, input->sizes())};
}

std::vector<Value*> decompose_choose_qparams_symmetric(Rewriter& rewriter,
                                                       const Node& node) {
  Expressions e(rewriter);
  Value* largest = rewriter.call("aten::amax",
                                 {e.abs(node.tensor("input")), Sizes{}, false});
  const double steps = static_cast<double>(node.int_value("quant_max") -
                                           node.int_value("quant_min")) /
                       2;
  Value* exact = e.cast(e.div(largest, steps), ScalarType::Float);
  Value* scale = e.at_least(exact, node.number("eps"));
  const auto* dtype = std::get_if<ScalarType>(&node.arg("dtype"));
  const bool is_unsigned = dtype != nullptr && *dtype == ScalarType::Byte;
  return qparams(rewriter, node, e.view(scale, {SymInt(1)}),
                 SymInt(is_unsigned ? 128 : 0));
}

std::vector<Value*> decompose_choose_qparams_per_token(Rewriter& rewriter,
                                                       const Node& node) {
  Expressions e(rewriter);
  const auto* dtype = std::get_if<ScalarType>(&node.arg("dtype"));
  if (dtype == nullptr || *dtype != ScalarType::Char) {
    return rewriter.refuse("chooses parameters of another dtype than int8");
  }
  Value* input = e.cast(node.tensor("input"), ScalarType::Float);
  Value* largest =
      rewriter.call("aten::amax", {e.abs(input), Sizes{SymInt(-1)}, true});
  return qparams(rewriter, node, e.div(e.at_least(largest, 1e-5), 127.0),
                 SymInt(0));
}

std::vector<Value*> decompose_choose_qparams_per_token_asymmetric_impl(
    Rewriter& rewriter, const Node& node) {
  return rewriter.call_all(qualified("choose_qparams_per_token_asymmetric"),
                           node.args());
}

std::vector<Value*> decompose_fake_quant_per_channel(Rewriter& rewriter,
                                                     const Node& node) {
  Expressions e(rewriter);
  Value* input = node.tensor("input");
  const size_t axis = axis_of(rewriter, node.int_value("axis"), input);
  Sizes sizes(input->sizes().size(), SymInt(1));
  if (axis < sizes.size()) {
    sizes[axis] = input->sizes()[axis];
  }
  Value* scale =
      e.view(e.cast(node.tensor("scales"), ScalarType::Float), sizes);
  Value* zero =
      e.view(e.cast(node.tensor("zero_points"), ScalarType::Float), sizes);
  Value* steps =
      e.add(e.unary("round", e.mul(input, e.unary("reciprocal", scale))), zero);
  Value* limited = rewriter.call(
      "aten::clamp", {steps, node.arg("quant_min"), node.arg("quant_max")});
  return {e.mul(e.sub(limited, zero), scale)};
}

std::vector<Value*> decompose_convert_element_type(Rewriter& rewriter,
                                                   const Node& node) {
  return {cast(rewriter, node.tensor("input"), node.output()->dtype())};
}

}  // namespace executorch::exir::decompositions
