#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <cinttypes>

namespace executorch {
namespace backends {
namespace mps {

Error build_batch_norm(GraphBuilder& builder, const mpsgraph::MPSNode&,
                       const mpsgraph::MPSBatchNorm& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input_id()));
  ET_MPS_ASSIGN(mean, builder.value(node.mean_id()));
  ET_MPS_ASSIGN(variance, builder.value(node.var_id()));
  ET_MPS_ASSIGN(weight, builder.optional_value(node.weight_id()));
  ET_MPS_ASSIGN(bias, builder.optional_value(node.bias_id()));
  return builder.define(node.output1_id(),
                        builder.graph().add(engine::BatchNorm{node.epsilon()},
                                            {x, mean, variance, weight, bias}));
}

/// The further outputs are ATen's: the mean and 1 / sqrt(variance + eps).
Error build_layer_norm(GraphBuilder& builder, const mpsgraph::MPSNode&,
                       const mpsgraph::MPSLayerNorm& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(weight, builder.optional_value(node.weight_id()));
  ET_MPS_ASSIGN(bias, builder.optional_value(node.bias_id()));
  const TensorType type = builder.type(x);
  const std::vector<int64_t> normalized = as_sizes(node.normalized_shape());
  ET_CHECK_OR_RETURN_ERROR(
      !normalized.empty() && normalized.size() <= type.rank(), InvalidProgram,
      "MPS payload: a layer norm over %zu of %zu dimensions", normalized.size(),
      type.rank());
  const size_t first = type.rank() - normalized.size();
  for (size_t i = 0; i < normalized.size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(
        normalized[i] == type.sizes[first + i], InvalidProgram,
        "MPS payload: normalized_shape has %" PRId64 ", the input has %" PRId64,
        normalized[i], type.sizes[first + i]);
  }
  const engine::LayerNorm op{static_cast<int32_t>(first), node.eps()};
  const bool wants_statistics =
      node.output2_id() >= 0 || node.output3_id() >= 0;
  const auto results = builder.graph().add_all(op, {x, weight, bias}, type,
                                               wants_statistics ? 3 : 1);
  ET_CHECK_OK_OR_RETURN_ERROR(results.error());
  ET_CHECK_OK_OR_RETURN_ERROR(builder.define(node.output1_id(), (*results)[0]));
  if (node.output2_id() >= 0) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        builder.define(node.output2_id(), (*results)[1]));
  }
  return node.output3_id() >= 0
             ? builder.define(node.output3_id(), (*results)[2])
             : Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
