#include <executorch/exir/passes/decompositions/decompositions.h>

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

}  // namespace

std::vector<Value*> decompose_batch_norm(Rewriter& rewriter,
                                         const Node& node) {
  if (node.bool_value("training") || node.is_none("running_mean") ||
      node.is_none("running_var")) {
    return rewriter.refuse(
        "uses the statistics of the batch, expected a model exported in eval "
        "mode with running statistics");
  }
  return {rewriter
              .call_all("aten::_native_batch_norm_legit_no_training",
                        {node.tensor("input"), node.arg("weight"),
                         node.arg("bias"), node.arg("running_mean"),
                         node.arg("running_var"), node.number("momentum"),
                         node.number("eps")})
              .front()};
}

std::vector<Value*> decompose_layer_norm(Rewriter& rewriter,
                                         const Node& node) {
  return {rewriter
              .call_all("aten::native_layer_norm",
                        {node.tensor("input"), node.ints("normalized_shape"),
                         node.arg("weight"), node.arg("bias"),
                         node.number("eps")})
              .front()};
}

std::vector<Value*> decompose_softmax(Rewriter& rewriter, const Node& node) {
  return softmax_with_dtype(rewriter, node, "aten::_softmax");
}

std::vector<Value*> decompose_log_softmax(Rewriter& rewriter,
                                          const Node& node) {
  return softmax_with_dtype(rewriter, node, "aten::_log_softmax");
}

std::vector<Value*> decompose_sum_all(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::sum.dim_IntList",
                        {node.tensor("self"), std::monostate{}, false,
                         node.arg("dtype")})};
}

std::vector<Value*> decompose_mean_all(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::mean.dim",
                        {node.tensor("self"), std::monostate{}, false,
                         node.arg("dtype")})};
}

}  // namespace executorch::exir::decompositions
