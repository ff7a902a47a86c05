#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

namespace executorch::backends::mps {
namespace {

/// The statistics that come with a normalization have other forms in MPSGraph.
Refusal refuse_statistics(const exir::Node& node) {
  if (node.number("eps") < 0) {
    return "eps is negative";
  }
  for (size_t i = 1; i < node.outputs().size(); ++i) {
    if (!node.graph().is_unused(node.output(i))) {
      return "the statistics are used";
    }
  }
  return std::nullopt;
}

int32_t optional_id(GraphWriter& writer, const exir::Value* value,
                    MPSDataType dtype) {
  return value == nullptr ? -1 : writer.get(value, dtype).id;
}

Tensor layer_norm(GraphWriter& writer, const Tensor& x,
                  const std::vector<int32_t>& normalized, int32_t weight_id,
                  int32_t bias_id, double eps) {
  Tensor result = writer.new_tensor(x.dtype, x.sizes);
  writer.add(MPSNodeUnion::MPSLayerNorm,
             mpsgraph::CreateMPSLayerNormDirect(
                 writer.builder(), x.id, &normalized, weight_id, bias_id,
                 static_cast<float>(eps), -1, result.id, -1)
                 .Union());
  return result;
}

/// [C] as [1, C, 1, ..].
Tensor per_channel(GraphWriter& writer, const exir::Value* value,
                   MPSDataType dtype, size_t rank) {
  std::vector<int64_t> sizes(rank, 1);
  sizes[1] = sizes_of(value)[0];
  return writer.get(value, dtype, std::move(sizes));
}

}  // namespace

Refusal visit_batch_norm(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion) {
  if (Refusal refusal = refuse_statistics(node)) {
    return refusal;
  }
  const exir::Value* input = node.tensor("input");
  if (sizes_of(input).size() < 2) {
    return "input has no channels";
  }
  const MPSDataType dtype = form_of(writer, node, input->dtype());
  const Tensor x = writer.get(input, dtype);
  const int32_t mean = writer.get(node.tensor("running_mean"), dtype).id;
  const int32_t var = writer.get(node.tensor("running_var"), dtype).id;
  const int32_t weight =
      optional_id(writer, node.optional_tensor("weight"), dtype);
  const int32_t bias = optional_id(writer, node.optional_tensor("bias"), dtype);
  Tensor result = writer.new_tensor(dtype, x.sizes);
  writer.add(MPSNodeUnion::MPSBatchNorm,
             mpsgraph::CreateMPSBatchNorm(
                 writer.builder(), x.id, mean, var, weight, bias,
                 static_cast<float>(node.number("momentum")),
                 static_cast<float>(node.number("eps")), -1, result.id, -1)
                 .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

Refusal visit_layer_norm(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion) {
  if (Refusal refusal = refuse_statistics(node)) {
    return refusal;
  }
  const exir::Value* input = node.tensor("input");
  const MPSDataType dtype = form_of(writer, node, input->dtype());
  std::vector<int32_t> normalized;
  for (const exir::SymInt& size : node.ints("normalized_shape")) {
    normalized.push_back(static_cast<int32_t>(*size.constant()));
  }
  if (normalized.empty()) {
    return "nothing is normalized";
  }
  writer.define(
      node.output(),
      layer_norm(writer, writer.get(input, dtype), normalized,
                 optional_id(writer, node.optional_tensor("weight"), dtype),
                 optional_id(writer, node.optional_tensor("bias"), dtype),
                 node.number("eps")));
  return std::nullopt;
}

/// A layer norm of each group, then scale and shift by channel.
Refusal visit_group_norm(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion) {
  if (Refusal refusal = refuse_statistics(node)) {
    return refusal;
  }
  const exir::Value* input = node.tensor("input");
  const MPSDataType dtype = form_of(writer, node, input->dtype());
  const Tensor x = writer.get(input, dtype);
  const int64_t groups = x.sizes[0] * node.int_value("group");
  const int64_t numel = x.numel() / groups;
  Tensor result = view(
      writer,
      layer_norm(writer, view(writer, x, {groups, numel}),
                 {static_cast<int32_t>(numel)}, -1, -1, node.number("eps")),
      x.sizes);
  const size_t rank = x.sizes.size();
  if (const exir::Value* weight = node.optional_tensor("weight")) {
    result = binary(writer, MPSNodeUnion::MPSMul, result,
                    per_channel(writer, weight, dtype, rank));
  }
  if (const exir::Value* bias = node.optional_tensor("bias")) {
    result = add(writer, MPSNodeUnion::MPSAdd, result,
                 per_channel(writer, bias, dtype, rank));
  }
  writer.define(node.output(), result);
  return std::nullopt;
}

}  // namespace executorch::backends::mps
