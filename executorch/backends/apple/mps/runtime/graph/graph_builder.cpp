#include <executorch/backends/apple/mps/runtime/graph/graph_builder.h>

#include <executorch/backends/apple/mps/runtime/graph/nodes.h>
#include <executorch/backends/engine/graph/conversions.h>

#include <algorithm>
#include <cinttypes>
#include <cstring>

namespace executorch {
namespace backends {
namespace mps {

using aten::ScalarType;

Result<TensorType> declared_type(const mpsgraph::MPSTensor& value) {
  ET_MPS_ASSIGN(dtype, scalar_type(value.datatype()));
  TensorType type{dtype, as_sizes(value.dims())};
  ET_CHECK_OR_RETURN_ERROR(
      value.num_dims() == static_cast<int32_t>(type.rank()), InvalidProgram,
      "MPS payload: num_dims is %" PRId32 ", dims has %zu", value.num_dims(),
      type.rank());
  return type;
}

std::vector<int64_t> as_sizes(const flatbuffers::Vector<int32_t>* list) {
  return list == nullptr ? std::vector<int64_t>()
                         : std::vector<int64_t>(list->begin(), list->end());
}

Result<ValueId> GraphBuilder::value(int32_t id) const {
  ET_CHECK_OR_RETURN_ERROR(
      id >= 0 && static_cast<size_t>(id) < values_.size(), InvalidProgram,
      "MPS payload: a node names value %" PRId32 ", there are %zu", id,
      values_.size());
  const ValueId value = values_[static_cast<size_t>(id)];
  ET_CHECK_OR_RETURN_ERROR(
      value != engine::kNoValue, InvalidProgram,
      "MPS payload: value %" PRId32 " is read before it is computed", id);
  return value;
}

Result<ValueId> GraphBuilder::optional_value(int32_t id) const {
  if (id == -1) {
    return engine::kNoValue;
  }
  return value(id);
}

Error GraphBuilder::define(int32_t id, ValueId value) {
  ET_CHECK_OR_RETURN_ERROR(
      id >= 0 && static_cast<size_t>(id) < values_.size(), InvalidProgram,
      "MPS payload: a node computes value %" PRId32 ", there are %zu", id,
      values_.size());
  ET_CHECK_OR_RETURN_ERROR(type(value).numel() > 0, NotSupported,
                           "MPS payload: value %" PRId32 " has no elements",
                           id);
  values_[static_cast<size_t>(id)] = value;
  return Error::Ok;
}

Error GraphBuilder::define(int32_t id, Result<ValueId> value) {
  return value.ok() ? define(id, *value) : value.error();
}

Result<ValueId> GraphBuilder::add_constant(TensorType type,
                                           std::vector<std::byte> bytes) {
  return built_.add_constant(std::move(type), std::move(bytes));
}

Result<ValueId> GraphBuilder::add_indices(std::vector<int64_t> sizes,
                                          const std::vector<int64_t>& numbers) {
  const auto* const first = reinterpret_cast<const std::byte*>(numbers.data());
  std::vector<std::byte> bytes(first, first + numbers.size() * sizeof(int64_t));
  return add_constant({ScalarType::Long, std::move(sizes)}, std::move(bytes));
}

Result<ValueId> GraphBuilder::cast(ValueId value, ScalarType dtype) {
  return engine::cast(graph(), value, dtype);
}

Result<ValueId> GraphBuilder::reshape(ValueId value,
                                      std::vector<int64_t> sizes) {
  return engine::reshape(graph(), value, std::move(sizes));
}

Result<ValueId> GraphBuilder::broadcast(ValueId value,
                                        std::vector<int64_t> sizes) {
  return engine::broadcast(graph(), value, std::move(sizes));
}

Result<ValueId> GraphBuilder::permute(ValueId value,
                                      std::vector<int32_t> axes) {
  return engine::permute(graph(), value, std::move(axes));
}

Result<ValueId> GraphBuilder::slice(ValueId value, size_t axis, int64_t start,
                                    int64_t end, int64_t step) {
  const TensorType& from = type(value);
  ET_CHECK_OR_RETURN_ERROR(axis < from.rank() && 0 <= start && start <= end &&
                               end <= from.sizes[axis] && step > 0,
                           InvalidProgram,
                           "MPS payload: slice of axis %zu from %" PRId64
                           " to %" PRId64 " by %" PRId64
                           " of a value with %zu dimensions",
                           axis, start, end, step, from.rank());
  TensorType to = from;
  to.sizes[axis] = (end - start) / step + ((end - start) % step != 0 ? 1 : 0);
  if (to.sizes == from.sizes && step == 1) {
    return value;
  }
  return graph().add(engine::Slice{static_cast<int32_t>(axis), start, step},
                     {value}, std::move(to));
}

Result<int32_t> GraphBuilder::axis(int64_t axis, size_t rank) const {
  const auto n = static_cast<int64_t>(rank);
  ET_CHECK_OR_RETURN_ERROR(-n <= axis && axis < n, InvalidProgram,
                           "MPS payload: axis %" PRId64
                           " of a value with %zu dimensions",
                           axis, rank);
  return static_cast<int32_t>(axis < 0 ? axis + n : axis);
}

Error GraphBuilder::add_inputs(const std::vector<TensorType>& inputs) {
  const auto& ids = *payload_.graph().input_ids();
  ET_CHECK_OR_RETURN_ERROR(inputs.size() == ids.size(), InvalidProgram,
                           "MPS payload: %zu inputs are given, expected %u",
                           inputs.size(), ids.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const int32_t id = ids.Get(static_cast<unsigned>(i));
    ET_CHECK_OK_OR_RETURN_ERROR(define(id, graph().add_input(inputs[i])));
  }
  return Error::Ok;
}

Error GraphBuilder::add_constants() {
  for (const int32_t id : *payload_.graph().constant_ids()) {
    const mpsgraph::MPSTensor& stated = payload_.value(static_cast<size_t>(id));
    ET_MPS_ASSIGN(type, declared_type(stated));
    const uint8_t* const data = payload_.constant(stated);
    const Result<ValueId> value = graph().add_constant(type, data);
    ET_CHECK_OK_OR_RETURN_ERROR(value.error());
    const size_t nbytes = type.nbytes();
    ET_CHECK_OR_RETURN_ERROR(nbytes == stated.constant_buffer_size(),
                             InvalidProgram,
                             "MPS payload: constant %" PRId32 " has %" PRIu64
                             " bytes, its type has %zu",
                             id, stated.constant_buffer_size(), nbytes);
    const size_t alignment =
        nbytes / std::max<size_t>(1, static_cast<size_t>(type.numel()));
    if (alignment > 1 && reinterpret_cast<uintptr_t>(data) % alignment != 0) {
      std::vector<std::byte> copy(nbytes);
      std::memcpy(copy.data(), data, nbytes);
      ET_CHECK_OK_OR_RETURN_ERROR(
          define(id, add_constant(type, std::move(copy))));
    } else {
      ET_CHECK_OK_OR_RETURN_ERROR(define(id, *value));
    }
  }
  return Error::Ok;
}

/// Rank 0 is rank 1 for some writers, and an input below its bound gives an
/// output below its own.
Result<ValueId> GraphBuilder::as_declared(size_t id, ValueId value) {
  ET_MPS_ASSIGN(declared, declared_type(payload_.value(id)));
  Result<ValueId> result = cast(value, declared.dtype);
  const TensorType& found = type(value);
  if (result.ok() && found.rank() != declared.rank() && found.numel() == 1) {
    return reshape(*result, std::vector<int64_t>(declared.rank(), 1));
  }
  ET_CHECK_OR_RETURN_ERROR(found.rank() == declared.rank(), InvalidProgram,
                           "MPS payload: output %zu has %zu dimensions, its "
                           "declaration has %zu",
                           id, found.rank(), declared.rank());
  return result;
}

Error GraphBuilder::add_outputs() {
  std::vector<ValueId> outputs;
  for (const int32_t id : *payload_.graph().output_ids()) {
    ET_MPS_ASSIGN(computed, value(id));
    ET_MPS_ASSIGN(output, as_declared(static_cast<size_t>(id), computed));
    outputs.push_back(output);
  }
  graph().set_outputs(std::move(outputs));
  return Error::Ok;
}

Error build_node(GraphBuilder& builder, const mpsgraph::MPSNode& node) {
  const auto type = node.mpsnode_union_type();
  ET_CHECK_OR_RETURN_ERROR(node.mpsnode_union() != nullptr, InvalidProgram,
                           "MPS payload: a node of kind %d has no fields",
                           static_cast<int>(type));
  switch (type) {
#define MPS_NODE(kind, table, function, op) \
  case mpsgraph::MPSNodeUnion::kind:        \
    return build_##function(builder, node, *node.mpsnode_union_as_##kind(), op);
#include <executorch/backends/apple/mps/runtime/graph/nodes.def>
#undef MPS_NODE
    default:
      break;
  }
  ET_LOG(Error, "MPS payload: nodes of kind %s are not computed",
         mpsgraph::EnumNameMPSNodeUnion(type));
  return Error::NotSupported;
}

Result<std::vector<TensorType>> declared_inputs(const Payload& payload) {
  std::vector<TensorType> inputs;
  for (const int32_t id : *payload.graph().input_ids()) {
    ET_MPS_ASSIGN(type, declared_type(payload.value(static_cast<size_t>(id))));
    inputs.push_back(type);
  }
  return inputs;
}

Result<BuiltGraph> build_graph(const Payload& payload,
                               const std::vector<TensorType>& inputs) {
  GraphBuilder builder(payload);
  ET_CHECK_OK_OR_RETURN_ERROR(builder.add_inputs(inputs));
  ET_CHECK_OK_OR_RETURN_ERROR(builder.add_constants());
  for (const mpsgraph::MPSNode* node : *payload.graph().mps_nodes()) {
    const Error error = build_node(builder, *node);
    ET_CHECK_OR_RETURN_ERROR(
        error == Error::Ok, InvalidProgram, "MPS payload: node %s is refused",
        mpsgraph::EnumNameMPSNodeUnion(node->mpsnode_union_type()));
  }
  ET_CHECK_OK_OR_RETURN_ERROR(builder.add_outputs());
  return builder.take();
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
