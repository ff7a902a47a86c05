#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

#include <algorithm>

namespace executorch::exir {
namespace {

bool is_constant_or_none(const Value* value) {
  return value == nullptr || value->is_constant();
}

/// The convolution that feeds `norm`, if nothing else reads its result and
/// all weights of both are constants.
Node* foldable_convolution(const Graph& graph, const Node& norm) {
  Node* conv = norm.tensor("input")->producer;
  if (conv == nullptr ||
      conv->op().schema.qualified_name() != "aten::convolution" ||
      conv->output()->users.size() != 1 || graph.is_output(conv->output())) {
    return nullptr;
  }
  const bool constant = conv->tensor("weight")->is_constant() &&
                        is_constant_or_none(conv->optional_tensor("bias")) &&
                        is_constant_or_none(norm.optional_tensor("weight")) &&
                        is_constant_or_none(norm.optional_tensor("bias")) &&
                        norm.tensor("running_mean")->is_constant() &&
                        norm.tensor("running_var")->is_constant();
  const ScalarType dtype = conv->tensor("weight")->dtype();
  const bool keeps_precision =
      dtype == ScalarType::Float || dtype == ScalarType::Double;
  return constant && keeps_precision && !conv->bool_value("transposed")
             ? conv
             : nullptr;
}

bool has_unused_statistics(const Graph& graph, const Node& norm) {
  return graph.is_unused(norm.output(1)) && graph.is_unused(norm.output(2));
}

Value* as_double(Rewriter& rewriter, Value* value) {
  return rewriter.call("aten::_to_copy", {value, ScalarType::Double});
}

/// gamma / sqrt(var + eps), one double for each channel.
Value* channel_scale(Rewriter& rewriter, const Node& norm) {
  Value* variance = as_double(rewriter, norm.tensor("running_var"));
  Value* scale = rewriter.call(
      "aten::rsqrt", {rewriter.call("aten::add.Scalar",
                                    {variance, norm.number("eps")})});
  Value* gamma = norm.optional_tensor("weight");
  return gamma == nullptr ? scale
                          : rewriter.call("aten::mul.Tensor",
                                          {scale, as_double(rewriter, gamma)});
}

/// (conv bias - mean) * scale + beta.
Value* folded_bias(Rewriter& rewriter, const Node& conv, const Node& norm,
                   Value* scale, ScalarType dtype) {
  Value* shift = rewriter.call(
      "aten::mul.Scalar",
      {as_double(rewriter, norm.tensor("running_mean")), -1.0});
  if (Value* bias = conv.optional_tensor("bias")) {
    shift = rewriter.call("aten::add.Tensor",
                          {shift, as_double(rewriter, bias)});
  }
  Value* out = rewriter.call("aten::mul.Tensor", {shift, scale});
  if (Value* beta = norm.optional_tensor("bias")) {
    out = rewriter.call("aten::add.Tensor", {out, as_double(rewriter, beta)});
  }
  return rewriter.call("aten::_to_copy", {out, dtype});
}

void fold(Rewriter& rewriter, Node* conv, Node* norm) {
  rewriter.set_insertion_point(norm);
  Value* weight = conv->tensor("weight");
  const ScalarType dtype = weight->dtype();
  Value* scale = channel_scale(rewriter, *norm);
  std::vector<SymInt> per_channel(weight->sizes().size(), SymInt(1));
  per_channel[0] = weight->sizes()[0];
  Value* factor = rewriter.call(
      "aten::view_copy", {rewriter.call("aten::_to_copy", {scale, dtype}),
                          std::move(per_channel)});
  std::vector<Argument> args = conv->args();
  args[1] = rewriter.call("aten::mul.Tensor", {weight, factor});
  args[2] = folded_bias(rewriter, *conv, *norm, scale, dtype);
  Value* out = rewriter.call("aten::convolution", std::move(args));
  rewriter.replace(norm, {out, out, out});
  if (!rewriter.error()) {
    rewriter.erase(conv);
  }
}

}  // namespace

/// Batch norm in inference after a convolution of constant weights is a
/// convolution with other weights: w * s and (b - mean) * s + beta, with
/// s = gamma / sqrt(var + eps) in double.
Expected<bool> fold_batch_norm_pass(Graph& graph) {
  Rewriter rewriter(graph);
  for (auto it = graph.nodes().begin(); it != graph.nodes().end();) {
    Node* node = (it++)->get();
    if (node->op().schema.name != "_native_batch_norm_legit_no_training" ||
        !has_unused_statistics(graph, *node)) {
      continue;
    }
    if (Node* conv = foldable_convolution(graph, *node)) {
      fold(rewriter, conv, node);
    }
    if (rewriter.error()) {
      return fail(*rewriter.error());
    }
  }
  return rewriter.changed();
}

}  // namespace executorch::exir
