#pragma once

#include <executorch/backends/xnnpack/operators/tensor.h>
#include <executorch/exir/ir/graph.h>

#include <optional>
#include <vector>

/// \file
/// What an exported graph says of integers: dequantize nodes before an operator
/// and quantize nodes behind it.
namespace executorch::backends::xnnpack {

/// Integers of a constant that a node dequantizes.
struct QuantizedConstant {
  const exir::Value* integers = nullptr;
  Quantization quantization;  ///< kTensor or kChannel
};

/// The integers behind a value, if it is such a dequantization: of int8, zero
/// points 0 for channels.
std::optional<QuantizedConstant> quantized_constant(const exir::Value* value);

/// The 4-bit integers behind a filter [I, O] that is the transpose of rows
/// [O, I] with a scale for each block of a row; else nothing. `integers` are
/// stored as int8.
std::optional<QuantizedConstant> block_constant(const exir::Value* filter);

/// Whether the value is a constant, or one that is dequantized.
bool is_constant(const exir::Value* value);

/// The numbers of such a constant as floats.
exir::ConstantData dequantized(const QuantizedConstant& constant);

/// Parameters of a quantize_per_tensor or dequantize_per_tensor node of int8,
/// or why XNNPACK has none such.
std::optional<Quantization> per_tensor(const exir::Node& node);

/// How the dequantize nodes that read an int8 value take it; all alike.
Quantization read_quantization(const exir::Value* integers);

/// How the result of a node is stored: all that reads it is one quantize node,
/// or an activation that only that reads.
struct StoredResult {
  Quantization quantization;
  std::optional<Bounds> bounds;  ///< of the activation
  /// The node's result and those of what was looked through, the quantize node
  /// included.
  std::vector<const exir::Value*> values;
};
std::optional<StoredResult> stored_result(const exir::Node& node);

}  // namespace executorch::backends::xnnpack
