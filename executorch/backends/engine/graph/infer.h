#pragma once

#include <executorch/backends/engine/graph/graph.h>
#include <executorch/backends/engine/graph/tensor_type.h>

#include <cinttypes>
#include <vector>

/// \file
/// The rules of ops.h: infer() checks the operands and the attributes of an
/// operator, and gives the types of the results. One file a family.
namespace executorch {
namespace backends {
namespace engine {

/// A node that is to be added, in types.
struct NodeTypes {
  std::vector<const TensorType*> inputs;  ///< null: left out
  const TensorType* wanted = nullptr;     ///< of the first result; may be null
  size_t n_outputs = 1;                   ///< wanted results
  std::vector<TensorType> outputs;        ///< the answer of infer()

  bool has(size_t i) const { return i < inputs.size() && inputs[i] != nullptr; }
  const TensorType& input(size_t i) const { return *inputs[i]; }
};

/// What infer() reports: logs "<operator>: <message>" and returns the error.
#define ET_ENGINE_CHECK(_condition, _message, ...)                      \
  ET_CHECK_OR_RETURN_ERROR(_condition, InvalidProgram, "%s: " _message, \
                           Operator::kName, ##__VA_ARGS__)

Error infer(const Unary& op, NodeTypes& node);
Error infer(const Binary& op, NodeTypes& node);
Error infer(const Select& op, NodeTypes& node);
Error infer(const Clamp& op, NodeTypes& node);
Error infer(const LeakyRelu& op, NodeTypes& node);
Error infer(const HardSwish& op, NodeTypes& node);
Error infer(const Cast& op, NodeTypes& node);
Error infer(const Lookup& op, NodeTypes& node);
Error infer(const Reshape& op, NodeTypes& node);
Error infer(const Transpose& op, NodeTypes& node);
Error infer(const Broadcast& op, NodeTypes& node);
Error infer(const Slice& op, NodeTypes& node);
Error infer(const Concat& op, NodeTypes& node);
Error infer(const Pad& op, NodeTypes& node);
Error infer(const Conv2d& op, NodeTypes& node);
Error infer(const QuantizedConv2d& op, NodeTypes& node);
Error infer(const QuantizedAdd& op, NodeTypes& node);
Error infer(const QuantizeRows& op, NodeTypes& node);
Error infer(const QuantizedMatMul& op, NodeTypes& node);
Error infer(const Pool2d& op, NodeTypes& node);
Error infer(const MatMul& op, NodeTypes& node);
Error infer(const Mean& op, NodeTypes& node);
Error infer(const Softmax& op, NodeTypes& node);
Error infer(const Attention& op, NodeTypes& node);
Error infer(const LayerNorm& op, NodeTypes& node);
Error infer(const BatchNorm& op, NodeTypes& node);
Error infer(const Gather& op, NodeTypes& node);
Error infer(const GatherNd& op, NodeTypes& node);
Error infer(const ScatterNd& op, NodeTypes& node);
Error infer(const PixelShuffle& op, NodeTypes& node);
Error infer(const Chain& op, NodeTypes& node);

/// There are `min` to `max` operands, and the first `min` are not left out.
Error expect_inputs(const char* name, const NodeTypes& node, size_t min,
                    size_t max);
Error expect_outputs(const char* name, const NodeTypes& node, size_t max);
Error expect_wanted(const char* name, const NodeTypes& node);
/// The operand is float32 or float16.
Error expect_float(const char* name, const NodeTypes& node, size_t input);
Error expect_dtype(const char* name, const NodeTypes& node, size_t input,
                   ScalarType dtype);
Error expect_type(const char* name, const NodeTypes& node, size_t input,
                  const TensorType& type);
/// The residual has the type of the result.
Error expect_residual(const char* name, const Epilogue& epilogue,
                      const NodeTypes& node);
/// 0 <= axis < rank
Error expect_axis(const char* name, int64_t axis, size_t rank);

/// Widens `sizes` to what it and `other` broadcast to.
Error broadcast_sizes(const char* name, const std::vector<int64_t>& other,
                      std::vector<int64_t>& sizes);
/// `from` broadcasts to `to`, which stays as it is.
Error expect_broadcastable(const char* name, const std::vector<int64_t>& from,
                           const std::vector<int64_t>& to);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
