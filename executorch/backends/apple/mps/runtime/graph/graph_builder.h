#pragma once

#include <executorch/backends/apple/mps/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/log.h>

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace mps {

using engine::TensorType;
using engine::ValueId;
using runtime::Error;
using runtime::Result;

/// The ids of the payload and the values that stand for them, while the nodes
/// are read in order.
class GraphBuilder {
 public:
  explicit GraphBuilder(const Payload& payload)
      : payload_(payload), values_(payload.n_values(), engine::kNoValue) {}

  const Payload& payload() const { return payload_; }
  engine::Graph& graph() { return built_.graph; }
  const TensorType& type(ValueId value) const {
    return built_.graph.type(value);
  }
  BuiltGraph take() { return std::move(built_); }

  /// What an id stands for at this point. Fails for an id without a value.
  Result<ValueId> value(int32_t id) const;
  /// The same, or kNoValue for -1.
  Result<ValueId> optional_value(int32_t id) const;
  /// Refuses values without elements, which MPSGraph has not.
  Error define(int32_t id, ValueId value);
  /// Defines the id, unless the operator was refused.
  Error define(int32_t id, Result<ValueId> value);

  /// A constant with bytes of its own.
  Result<ValueId> add_constant(TensorType type, std::vector<std::byte> bytes);
  /// Integers as an int64 constant.
  Result<ValueId> add_indices(std::vector<int64_t> sizes,
                              const std::vector<int64_t>& numbers);

  Result<ValueId> cast(ValueId value, aten::ScalarType dtype);
  Result<ValueId> reshape(ValueId value, std::vector<int64_t> sizes);
  Result<ValueId> broadcast(ValueId value, std::vector<int64_t> sizes);
  Result<ValueId> permute(ValueId value, std::vector<int32_t> axes);
  Result<ValueId> slice(ValueId value, size_t axis, int64_t start, int64_t end,
                        int64_t step = 1);
  /// An axis of the payload, which may be negative, counted from the first.
  Result<int32_t> axis(int64_t axis, size_t rank) const;

  /// Declares inputs and constants.
  Error add_inputs(const std::vector<TensorType>& inputs);
  Error add_constants();
  /// The outputs under the sizes and dtypes that are declared.
  Error add_outputs();

 private:
  Result<ValueId> as_declared(size_t id, ValueId value);

  const Payload& payload_;
  BuiltGraph built_;
  std::vector<ValueId> values_;
};

/// Coordinates that are made for a node, one a place of an axis: more would
/// take memory that no byte of the payload stands for.
constexpr int64_t kMaxCoordinates = 1 << 24;

/// The declared type of a value.
Result<TensorType> declared_type(const mpsgraph::MPSTensor& value);

/// A list of the payload as int64; empty where it is absent.
std::vector<int64_t> as_sizes(const flatbuffers::Vector<int32_t>* list);

/// Evaluates a Result and hands its error on: ET_MPS_ASSIGN(id, f()).
#define ET_MPS_ASSIGN(name, ...)            \
  const auto name##_result = (__VA_ARGS__); \
  if (!name##_result.ok()) {                \
    return name##_result.error();           \
  }                                         \
  const auto& name = *name##_result

}  // namespace mps
}  // namespace backends
}  // namespace executorch
