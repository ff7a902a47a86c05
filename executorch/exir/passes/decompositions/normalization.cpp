#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/exir/passes/running_statistics.h>

#include <limits>

namespace executorch::exir::decompositions {
namespace {

/// _softmax or _log_softmax with an optional change of dtype before it.
std::vector<Value*> softmax_with_dtype(Rewriter& rewriter, const Node& node,
                                       std::string_view core) {
  Value* self = node.tensor("self");
  const ScalarType wanted = node.output()->dtype();
  if (self->dtype() != wanted) {
    self = rewriter.call("aten::_to_copy", {self, wanted});
  }
  return {rewriter.call(core, {self, node.sym_int("dim"), false})};
}

/// native_group_norm of `input`, whose trailing sizes are one area.
Value* group_norm(Rewriter& rewriter, Value* input, const Argument& weight,
                  const Argument& bias, SymInt groups, double eps) {
  const std::vector<SymInt>& sizes = input->sizes();
  SymInt area(1);
  for (size_t i = 2; i < sizes.size(); ++i) {
    area = area * sizes[i];
  }
  return rewriter
      .call_all("aten::native_group_norm",
                {input, weight, bias, sizes[0], sizes[1], area,
                 std::move(groups), eps})
      .front();
}

/// Distance from 1 to the next number of a dtype.
double epsilon(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
      return 0x1p-10;
    case ScalarType::BFloat16:
      return 0x1p-7;
    case ScalarType::Double:
      return std::numeric_limits<double>::epsilon();
    default:
      return static_cast<double>(std::numeric_limits<float>::epsilon());
  }
}

constexpr const char* kUpdatesStatistics =
    "updates running statistics, expected a model exported in eval mode";

}  // namespace

std::vector<Value*> decompose_batch_norm(Rewriter& rewriter, const Node& node) {
  const bool has_running =
      !node.is_none("running_mean") && !node.is_none("running_var");
  if (node.bool_value("training") && has_running) {
    return rewriter.refuse(kUpdatesStatistics);
  }
  if (!has_running) {
    return {rewriter
                .call_all(
                    "aten::_native_batch_norm_legit.no_stats",
                    {node.tensor("input"), node.arg("weight"), node.arg("bias"),
                     true, node.number("momentum"), node.number("eps")})
                .front()};
  }
  return {
      rewriter
          .call_all("aten::_native_batch_norm_legit_no_training",
                    {node.tensor("input"), node.arg("weight"), node.arg("bias"),
                     node.arg("running_mean"), node.arg("running_var"),
                     node.number("momentum"), node.number("eps")})
          .front()};
}

std::vector<Value*> decompose_layer_norm(Rewriter& rewriter, const Node& node) {
  return {
      rewriter
          .call_all("aten::native_layer_norm",
                    {node.tensor("input"), node.ints("normalized_shape"),
                     node.arg("weight"), node.arg("bias"), node.number("eps")})
          .front()};
}

std::vector<Value*> decompose_native_batch_norm(Rewriter& rewriter,
                                                const Node& node) {
  const bool has_running =
      !node.is_none("running_mean") && !node.is_none("running_var");
  if (!node.bool_value("training") && has_running) {
    return rewriter.call_all(
        "aten::_native_batch_norm_legit_no_training",
        {node.tensor("input"), node.arg("weight"), node.arg("bias"),
         node.arg("running_mean"), node.arg("running_var"),
         node.number("momentum"), node.number("eps")});
  }
  if (has_running) {
    return rewriter.refuse(kUpdatesStatistics);
  }
  return rewriter.call_all(
      "aten::_native_batch_norm_legit.no_stats",
      {node.tensor("input"), node.arg("weight"), node.arg("bias"), true,
       node.number("momentum"), node.number("eps")});
}

std::vector<Value*> decompose_native_batch_norm_legit(Rewriter& rewriter,
                                                      const Node& node) {
  return decompose_native_batch_norm(rewriter, node);
}

std::vector<Value*> decompose_instance_norm(Rewriter& rewriter,
                                            const Node& node) {
  if (!node.bool_value("use_input_stats")) {
    return {rewriter
                .call_all(
                    "aten::_native_batch_norm_legit_no_training",
                    {node.tensor("input"), node.arg("weight"), node.arg("bias"),
                     node.arg("running_mean"), node.arg("running_var"),
                     node.number("momentum"), node.number("eps")})
                .front()};
  }
  if (!node.is_none("running_mean") || !node.is_none("running_var")) {
    return rewriter.refuse(kUpdatesStatistics);
  }
  Value* input = node.tensor("input");
  return {group_norm(rewriter, input, node.arg("weight"), node.arg("bias"),
                     input->sizes()[1], node.number("eps"))};
}

std::vector<Value*> decompose_group_norm(Rewriter& rewriter, const Node& node) {
  return {group_norm(rewriter, node.tensor("input"), node.arg("weight"),
                     node.arg("bias"), node.sym_int("num_groups"),
                     node.number("eps"))};
}

std::vector<Value*> decompose_rms_norm(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* input = node.tensor("input");
  const ScalarType dtype = input->dtype();
  const ScalarType wide =
      dtype == ScalarType::Double ? dtype : ScalarType::Float;
  std::vector<SymInt> dims;
  for (size_t i = 0; i < node.ints("normalized_shape").size(); ++i) {
    dims.emplace_back(-1 - static_cast<int64_t>(i));
  }
  Value* x = e.cast(input, wide);
  Value* mean = rewriter.call("aten::mean.dim", {e.square(x), dims, true});
  const double eps = node.is_none("eps") ? epsilon(wide) : node.number("eps");
  Value* scaled = e.mul(x, e.unary("rsqrt", e.add(mean, eps)));
  Value* result = e.cast(scaled, dtype);
  Value* weight = node.optional_tensor("weight");
  return {weight != nullptr ? e.mul(result, weight) : result};
}

std::vector<Value*> decompose_softmax(Rewriter& rewriter, const Node& node) {
  return softmax_with_dtype(rewriter, node, "aten::_softmax");
}

std::vector<Value*> decompose_log_softmax(Rewriter& rewriter,
                                          const Node& node) {
  return softmax_with_dtype(rewriter, node, "aten::_log_softmax");
}

std::vector<Value*> decompose_native_batch_norm_functional(Rewriter& rewriter,
                                                           const Node& node) {
  if (node.bool_value("training")) {
    const StatisticsUpdate update = expand_update(rewriter, node);
    std::vector<Value*> outputs = update.outputs;
    outputs.push_back(update.running_mean);
    outputs.push_back(update.running_var);
    return outputs;
  }
  std::vector<Value*> outputs = decompose_native_batch_norm(rewriter, node);
  outputs.push_back(node.tensor("running_mean"));
  outputs.push_back(node.tensor("running_var"));
  return outputs;
}

/// v times g over the norm of v along all dimensions but one.
std::vector<Value*> decompose_weight_norm(Rewriter& rewriter,
                                          const Node& node) {
  Expressions e(rewriter);
  Value* v = node.tensor("v");
  std::vector<SymInt> dims;
  const auto rank = static_cast<int64_t>(v->sizes().size());
  const int64_t dim = node.int_value("dim");
  for (int64_t i = 0; i < rank; ++i) {
    if (dim == -1 || i != dim) {
      dims.emplace_back(i);
    }
  }
  Value* length = e.unary("sqrt", e.sum(e.square(v), dims, dim != -1));
  return {e.mul(v, e.div(node.tensor("g"), length))};
}

/// In training mode always, which functionalize has expanded.
std::vector<Value*> decompose_batch_norm_with_update(Rewriter& rewriter,
                                                     const Node&) {
  return rewriter.refuse(kUpdatesStatistics);
}

std::vector<Value*> decompose_softmax_backward_data(Rewriter& rewriter,
                                                    const Node& node) {
  Expressions e(rewriter);
  Value* output = node.tensor("output");
  Value* product = e.mul(node.tensor("grad_output"), output);
  const std::vector<SymInt> dims = {node.sym_int("dim")};
  Value* gradient = e.sub(product, e.mul(output, e.sum(product, dims, true)));
  return {e.cast(gradient, node.output()->dtype())};
}

}  // namespace executorch::exir::decompositions
