#include <executorch/backends/engine/optimize/graph_copy.h>

#include <utility>

namespace executorch::backends::engine {

Error GraphCopy::start() {
  const std::vector<Value>& values = from_.values();
  ids_.assign(values.size(), kNoValue);
  for (const ValueId id : from_.inputs()) {
    const Result<ValueId> input = to_.add_input(from_.type(id));
    ET_CHECK_OK_OR_RETURN_ERROR(input.error());
    ids_[id] = *input;
  }
  for (ValueId id = 0; id < values.size(); ++id) {
    if (values[id].is_constant()) {
      const Result<ValueId> constant =
          to_.add_constant(values[id].type, values[id].data);
      ET_CHECK_OK_OR_RETURN_ERROR(constant.error());
      ids_[id] = *constant;
    }
  }
  return Error::Ok;
}

std::vector<ValueId> GraphCopy::ids(const std::vector<ValueId>& old) const {
  std::vector<ValueId> ids;
  for (const ValueId one : old) {
    ids.push_back(id(one));
  }
  return ids;
}

Error GraphCopy::copy(const Node& node) {
  return copy(node, node.op, ids(node.inputs));
}

Error GraphCopy::copy(const Node& node, Op op, std::vector<ValueId> inputs) {
  const auto outputs =
      to_.add_all(std::move(op), std::move(inputs), from_.type(node.outputs[0]),
                  node.outputs.size());
  ET_CHECK_OK_OR_RETURN_ERROR(outputs.error());
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i] != kNoValue) {
      ids_[node.outputs[i]] = (*outputs)[i];
    }
  }
  return Error::Ok;
}

Graph GraphCopy::take() {
  to_.set_outputs(ids(from_.outputs()));
  return std::move(to_);
}

}  // namespace executorch::backends::engine
