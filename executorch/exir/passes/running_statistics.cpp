#include <executorch/exir/passes/running_statistics.h>

#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/passes/decompositions/expressions.h>

#include <algorithm>

namespace executorch::exir {
namespace {

using decompositions::Expressions;

struct Moments {
  Value* mean;
  Value* variance;  ///< of a sample: divided by n - 1
};

/// Moments along `dims` in a type that holds the sums.
Moments moments_of(Rewriter& rewriter, Value* input,
                   const std::vector<SymInt>& dims) {
  Expressions e(rewriter);
  const ScalarType dtype = input->dtype();
  Value* x =
      e.cast(input, dtype == ScalarType::Double ? dtype : ScalarType::Float);
  SymInt count(1);
  for (const SymInt& dim : dims) {
    count = count * input->sizes()[static_cast<size_t>(*dim.constant())];
  }
  Value* kept = rewriter.call("aten::mean.dim", {x, dims, true});
  Value* squares = e.sum(e.square(e.sub(x, kept)), dims);
  return {rewriter.call("aten::mean.dim", {x, dims}),
          e.div(squares, count - SymInt(1))};
}

/// old + momentum * (batch - old), in the dtype of `old`.
Value* blend(Rewriter& rewriter, Value* old, Value* batch, double momentum) {
  Expressions e(rewriter);
  Value* kept = e.mul(old, 1 - momentum);
  return e.cast(e.add(kept, e.mul(batch, momentum)), old->dtype());
}

/// What the node computes of the batch.
std::vector<Value*> normalized(Rewriter& rewriter, const Node& node,
                               bool of_instances) {
  Value* input = node.tensor("input");
  if (of_instances) {
    return {
        rewriter.call("aten::instance_norm",
                      {input, node.arg("weight"), node.arg("bias"),
                       std::monostate{}, std::monostate{}, true,
                       node.number("momentum"), node.number("eps"), false})};
  }
  std::vector<Value*> outputs =
      rewriter.call_all("aten::_native_batch_norm_legit.no_stats",
                        {input, node.arg("weight"), node.arg("bias"), true,
                         node.number("momentum"), node.number("eps")});
  outputs.resize(std::min(outputs.size(), node.outputs().size()));
  if (node.outputs().size() == 4) {
    outputs.push_back(rewriter.call(
        "aten::full",
        {std::vector<SymInt>{SymInt(0)}, SymInt(0), ScalarType::Byte}));
  }
  return outputs;
}

}  // namespace

bool updates_statistics(const Node& node) {
  const ops::Schema& schema = node.op().schema;
  if (schema.name == "_native_batch_norm_legit_functional") {
    return false;
  }
  for (const char* name : {"running_mean", "running_var"}) {
    if (!schema.param_index(name) || node.is_none(name)) {
      return false;
    }
  }
  for (const char* name : {"training", "use_input_stats"}) {
    if (schema.param_index(name)) {
      return node.bool_value(name);
    }
  }
  return schema.name == "_batch_norm_with_update";
}

StatisticsUpdate expand_update(Rewriter& rewriter, const Node& node) {
  const bool of_instances = node.op().schema.name == "instance_norm";
  StatisticsUpdate update;
  update.outputs = normalized(rewriter, node, of_instances);
  std::vector<SymInt> dims;
  const size_t rank = node.tensor("input")->sizes().size();
  for (size_t i = 0; i < rank; ++i) {
    if (i != 1 && (i != 0 || !of_instances)) {
      dims.emplace_back(static_cast<int64_t>(i));
    }
  }
  Moments batch = moments_of(rewriter, node.tensor("input"), dims);
  if (of_instances) {
    const std::vector<SymInt> instances = {SymInt(0)};
    batch = {rewriter.call("aten::mean.dim", {batch.mean, instances}),
             rewriter.call("aten::mean.dim", {batch.variance, instances})};
  }
  const double momentum = node.number("momentum");
  update.running_mean =
      blend(rewriter, node.tensor("running_mean"), batch.mean, momentum);
  update.running_var =
      blend(rewriter, node.tensor("running_var"), batch.variance, momentum);
  return update;
}

}  // namespace executorch::exir
