#include <executorch/backends/engine/graph/graph.h>

#include <executorch/backends/engine/graph/infer.h>

#include <utility>

namespace executorch::backends::engine {
namespace {

const char* name_of(const Op& op) {
  return std::visit([](const auto& one) { return one.kName; }, op);
}

Error check_operand(const char* name, ValueId id, size_t n_values) {
  ET_CHECK_OR_RETURN_ERROR(id == kNoValue || id < n_values, InvalidProgram,
                           "%s: operand is value %u, there are %zu", name,
                           static_cast<unsigned>(id), n_values);
  return Error::Ok;
}

/// The types of the results are possible, and the first is the wanted one.
Error check_results(const char* name, const NodeTypes& node) {
  for (size_t i = 0; i < node.n_outputs; ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_type(name, node.outputs[i]));
  }
  ET_CHECK_OR_RETURN_ERROR(
      node.wanted == nullptr || *node.wanted == node.outputs[0], InvalidProgram,
      "%s: result %s, expected %s", name, to_string(*node.wanted).c_str(),
      to_string(node.outputs[0]).c_str());
  return Error::Ok;
}

}  // namespace

Result<ValueId> Graph::add_value(TensorType type, const void* data) {
  ET_CHECK_OR_RETURN_ERROR(values_.size() < kNoValue, InvalidProgram,
                           "more than %u values",
                           static_cast<unsigned>(kNoValue));
  values_.push_back({std::move(type), data});
  return static_cast<ValueId>(values_.size() - 1);
}

Result<ValueId> Graph::add_input(TensorType type) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_type("input", type));
  const Result<ValueId> id = add_value(std::move(type), nullptr);
  if (id.ok()) {
    inputs_.push_back(*id);
  }
  return id.ok() ? Result<ValueId>(*id) : Result<ValueId>(id.error());
}

Result<ValueId> Graph::add_constant(TensorType type, const void* data) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_type("constant", type));
  ET_CHECK_OR_RETURN_ERROR(data != nullptr, InvalidProgram,
                           "constant: no data");
  return add_value(std::move(type), data);
}

Result<ValueId> Graph::add_scalar(ScalarType dtype, double value) {
  TensorType type = {dtype, {}};
  ET_CHECK_OK_OR_RETURN_ERROR(check_type("scalar", type));
  std::vector<std::byte> bytes(sizeof(uint64_t));
  ET_CHECK_OK_OR_RETURN_ERROR(
      encode_scalar("scalar", dtype, value, bytes.data()));
  owned_.push_back(std::move(bytes));
  return add_value(std::move(type), owned_.back().data());
}

void Graph::fix_input(size_t index, const void* data) {
  const auto place = inputs_.begin() + static_cast<std::ptrdiff_t>(index);
  values_[*place].data = data;
  inputs_.erase(place);
}

Result<std::vector<ValueId>> Graph::add_node(Op op, std::vector<ValueId> inputs,
                                             const TensorType* type,
                                             size_t n_outputs) {
  const char* name = name_of(op);
  NodeTypes node;
  node.wanted = type;
  node.n_outputs = n_outputs;
  for (const ValueId id : inputs) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_operand(name, id, values_.size()));
    node.inputs.push_back(id == kNoValue ? nullptr : &values_[id].type);
  }
  if (type != nullptr) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_type(name, *type));
  }
  ET_CHECK_OK_OR_RETURN_ERROR(
      std::visit([&](const auto& one) { return infer(one, node); }, op));
  ET_CHECK_OK_OR_RETURN_ERROR(check_results(name, node));
  std::vector<ValueId> outputs;
  for (size_t i = 0; i < n_outputs; ++i) {
    const Result<ValueId> id = add_value(std::move(node.outputs[i]), nullptr);
    ET_CHECK_OK_OR_RETURN_ERROR(id.error());
    outputs.push_back(*id);
  }
  nodes_.push_back({std::move(op), std::move(inputs), outputs});
  return outputs;
}

Result<ValueId> Graph::add(Op op, std::vector<ValueId> inputs) {
  const auto outputs = add_node(std::move(op), std::move(inputs), nullptr, 1);
  ET_CHECK_OK_OR_RETURN_ERROR(outputs.error());
  return outputs->front();
}

Result<ValueId> Graph::add(Op op, std::vector<ValueId> inputs,
                           TensorType type) {
  const auto outputs = add_node(std::move(op), std::move(inputs), &type, 1);
  ET_CHECK_OK_OR_RETURN_ERROR(outputs.error());
  return outputs->front();
}

Result<std::vector<ValueId>> Graph::add_all(Op op, std::vector<ValueId> inputs,
                                            TensorType type, size_t n_outputs) {
  return add_node(std::move(op), std::move(inputs), &type, n_outputs);
}

}  // namespace executorch::backends::engine
