#pragma once

#include <executorch/backends/xnnpack/runtime/graph/graph_builder.h>

namespace executorch {
namespace backends {
namespace xnnpack {

/// A filter. Integers with a scale for the tensor or the channel stay whole
/// numbers, of int8 if their zero point is 0, so that sums of products with
/// integers are exact as long as they are below 2^24; their scale is applied to
/// the sums.
struct Weights {
  ValueId numbers = engine::kNoValue;
  /// Scales of the output channels, one or as many; none: the numbers are real.
  std::vector<float> scales;

  bool is_quantized() const { return !scales.empty(); }
};

/// A constant filter whose dimension `channel_dim` is the output channel.
Result<Weights> read_weights(GraphBuilder& builder, uint32_t id,
                             size_t channel_dim);

/// Rows of a filter of 4-bit numbers, two a byte, the even one in the low half;
/// a row begins at a byte.
struct PackedRows {
  TensorType type;  ///< of the numbers as int8
  size_t row_nbytes;
  Payload::Constant bytes;  ///< as many as there must be, or more
};

bool has_4_bits(const Payload::Value& value);
/// What is added to the numbers.
int zero_point_of_4_bits(const Quantization& quantization);
Result<PackedRows> packed_rows(const GraphBuilder& builder,
                               const Payload::Value& value);

/// What a convolution or a product reads as its input: real numbers, or whole
/// ones with their scale.
struct Activation {
  ValueId numbers = engine::kNoValue;
  int32_t zero_point = 0;           ///< of static quantization
  float scale = 1;                  ///< of static quantization
  ValueId rows = engine::kNoValue;  ///< scales of dynamic quantization
  ValueId row_zero_points = engine::kNoValue;  ///< the same
  bool is_quantized = false;
};

/// @param[in] is_image The numbers are wanted as [N, C, H, W].
Result<Activation> read_activation(GraphBuilder& builder, uint32_t id,
                                   bool is_image);

/// The numbers less the zero point, as floats if they are quantized.
Result<ValueId> centred(GraphBuilder& builder, const Activation& x);

/// The sums of products, in real numbers, with the bias, which may be kNoId.
///
/// @param[in] channel_sizes Sizes under which values by output channel
/// broadcast
///     with the sums, -1 at the channel.
Result<ValueId> finish_sums(GraphBuilder& builder, ValueId sums,
                            const Activation& x, const Weights& weights,
                            uint32_t bias,
                            const std::vector<int64_t>& channel_sizes);

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
