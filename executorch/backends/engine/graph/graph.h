#pragma once

#include <executorch/backends/engine/graph/ops.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

using aten::ScalarType;
using runtime::Error;
using runtime::Result;

/// Index of a value in Graph::values().
using ValueId = uint32_t;
/// An operand or a result that is left out.
inline constexpr ValueId kNoValue = UINT32_MAX;
/// Tensors have no more dimensions.
inline constexpr size_t kMaxRank = 16;

/// Dtype and sizes of a dense row-major tensor. Dtypes: float32, float16,
/// int64, int32, int16, int8, uint8, bool.
struct TensorType {
  ScalarType dtype = ScalarType::Float;
  std::vector<int64_t> sizes;

  size_t rank() const { return sizes.size(); }
  /// Products that were checked when the value was made.
  int64_t numel() const;
  size_t nbytes() const;
  bool operator==(const TensorType& other) const {
    return dtype == other.dtype && sizes == other.sizes;
  }
};

struct Value {
  TensorType type;
  /// Bytes of a constant, which outlive the graph; null for other values.
  const void* data = nullptr;

  bool is_constant() const { return data != nullptr; }
};

struct Node {
  Op op;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;  ///< kNoValue: not wanted
};

/// A static graph of tensors: what a delegate payload says, checked. Values are
/// defined before they are used, nodes are in execution order. Whoever runs it
/// (the kernels of this folder, or an MPSGraph) checks nothing but what the
/// data can change.
class Graph {
 public:
  Graph() = default;
  // Not copied: values point to the scalars that the graph owns.
  Graph(Graph&&) = default;
  Graph& operator=(Graph&&) = default;

  const std::vector<Value>& values() const { return values_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<ValueId>& inputs() const { return inputs_; }
  const std::vector<ValueId>& outputs() const { return outputs_; }
  /// Valid until the next value is added.
  const TensorType& type(ValueId id) const { return values_[id].type; }

  /// Values without a producer. The types are untrusted.
  ///
  /// @param[in] data type.nbytes() bytes, aligned to the element, which outlive
  ///     the graph.
  /// @retval Error::InvalidProgram A dtype that the engine has not, more than
  ///     kMaxRank dimensions, a negative size, or more bytes than 63 bits count
  ///     (a size of 0 counts as 1, so that strides are counted too).
  Result<ValueId> add_input(TensorType type);
  Result<ValueId> add_constant(TensorType type, const void* data);
  /// A constant of one element, sizes {}; the graph owns it. `value` must be
  /// one of the dtype: 3.5 is no int64. In float16 a finite value beyond the
  /// range becomes the largest one of its sign.
  Result<ValueId> add_scalar(ScalarType dtype, double value);

  /// Adds a node whose result types follow from its operands, and returns its
  /// first output. Everything that ops.h asks of operands and attributes is
  /// checked here; a fault is logged with the operator, what was found and what
  /// was expected.
  ///
  /// @retval Error::InvalidProgram A fault.
  Result<ValueId> add(Op op, std::vector<ValueId> inputs);
  /// The same for operators whose attributes do not settle the result: Cast
  /// (dtype), Reshape, Broadcast, Slice and Pool2d (sizes). `type` is checked
  /// against the operands.
  Result<ValueId> add(Op op, std::vector<ValueId> inputs, TensorType type);
  /// The same with further outputs: Pool2d positions, LayerNorm statistics.
  Result<std::vector<ValueId>> add_all(Op op, std::vector<ValueId> inputs,
                                       TensorType type, size_t n_outputs);

  /// Makes an input a constant, of which `data` are the bytes, as add_constant()
  /// has them. Inputs after it move up by one.
  ///
  /// @param[in] index In inputs().
  void fix_input(size_t index, const void* data);

  /// What the graph returns. A value may be returned twice, or be an input or a
  /// constant. Executable::compile() refuses an id that is no value.
  void set_outputs(std::vector<ValueId> outputs) {
    outputs_ = std::move(outputs);
  }

 private:
  Result<ValueId> add_value(TensorType type, const void* data);
  Result<std::vector<ValueId>> add_node(Op op, std::vector<ValueId> inputs,
                                        const TensorType* type,
                                        size_t n_outputs);

  std::vector<Value> values_;
  std::vector<Node> nodes_;
  std::vector<ValueId> inputs_;
  std::vector<ValueId> outputs_;
  std::vector<std::vector<std::byte>> owned_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
