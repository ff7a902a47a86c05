#include <executorch/exir/ir/shape_inference/infer_util.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir::infer {

Specs infer_batch_norm_no_training(const Node& node) {
  const Value* input = node.tensor("input");
  const ValueSpec unused = TensorSpec{input->dtype(), {SymInt(0)}};
  return std::vector<ValueSpec>{input->spec, unused, unused};
}

Specs infer_normalized(const Node& node) {
  return std::vector<ValueSpec>{node.tensor("input")->spec};
}

Specs infer_batch_norm_no_stats(const Node& node) {
  const TensorSpec& input = node.tensor("input")->tensor();
  if (input.sizes.size() < 2) {
    return fail(diagnose(node, "has an input without channels"));
  }
  const ValueSpec of_channels = TensorSpec{input.dtype, {input.sizes[1]}};
  return std::vector<ValueSpec>{input, of_channels, of_channels};
}

Specs infer_native_group_norm(const Node& node) {
  const TensorSpec& input = node.tensor("input")->tensor();
  const ValueSpec of_groups =
      TensorSpec{input.dtype, {node.sym_int("N"), node.sym_int("group")}};
  return std::vector<ValueSpec>{input, of_groups, of_groups};
}

Specs infer_native_layer_norm(const Node& node) {
  const TensorSpec& input = node.tensor("input")->tensor();
  const size_t count = node.ints("normalized_shape").size();
  if (count > input.sizes.size()) {
    return fail(diagnose(
        node, fmt::format("normalized_shape has {} sizes, expected at most {}",
                          count, input.sizes.size())));
  }
  TensorSpec statistics = input;
  std::fill(statistics.sizes.end() - static_cast<ptrdiff_t>(count),
            statistics.sizes.end(), SymInt(1));
  return std::vector<ValueSpec>{input, statistics, statistics};
}

Specs infer_softmax(const Node& node) {
  TensorSpec spec = node.tensor("self")->tensor();
  if (node.bool_value("half_to_float")) {
    spec.dtype = ScalarType::Float;
  }
  return std::vector<ValueSpec>{spec};
}

}  // namespace executorch::exir::infer
