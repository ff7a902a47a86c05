#pragma once

#include <executorch/backends/xnnpack/operators/graph_writer.h>
#include <executorch/backends/xnnpack/operators/quantized_values.h>

#include <optional>

namespace executorch::backends::xnnpack {

/// A convolution or a product whose operands and result are int8.
struct IntegerProduct {
  Quantization input;
  QuantizedConstant weight;
  StoredResult result;

  /// The quantization of the filter in the payload, where the output channels
  /// are dimension `channel_dim`.
  Quantization filter(int32_t channel_dim) const;
  Tensor bias(GraphWriter& writer, const exir::Value* bias) const;
};

/// @param[in] channel_axis The dimension of output channels in `weight`.
/// @returns nothing where the node is to be computed in floats: an operand or
///     the result is not stored as int8, or XNNPACK has no kernel for the
///     scales.
std::optional<IntegerProduct> integer_product(const GraphWriter& writer,
                                              const exir::Node& node,
                                              const exir::Value* input,
                                              const exir::Value* weight,
                                              int32_t channel_axis);

/// The result of a node that is stored as int8, of these sizes.
Tensor new_result(GraphWriter& writer, const StoredResult& result, Sizes sizes);
/// Says what the values of such a result are.
void define_result(GraphWriter& writer, const StoredResult& result,
                   const Tensor& tensor, Layout layout);

}  // namespace executorch::backends::xnnpack
