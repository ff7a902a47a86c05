#pragma once

#include <executorch/exir/ir/graph.h>

#include <optional>
#include <vector>

/// \file
/// torchao's quantization of rows at run time ("per token"), as it is after its
/// decomposition: extremes of the last dimension, scale and zero point of each
/// row, quantize and dequantize by row.
namespace executorch::backends::xnnpack {

struct TokenQuantization {
  const exir::Value* input = nullptr;  ///< [rows, columns]
  /// All that comes between the input and the dequantize node, which is in it.
  std::vector<const exir::Node*> nodes;
};

/// Of a dequantize_per_channel node; nothing unless it is the end of just that
/// computation, asymmetric and of the whole range of int8.
std::optional<TokenQuantization> token_quantization(
    const exir::Node& dequantize);

/// The dequantize node that the node leads to, if it may be such a part; else
/// null.
const exir::Node* token_dequantize_behind(const exir::Node& node);

}  // namespace executorch::backends::xnnpack
