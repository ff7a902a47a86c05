#include <executorch/kernels/quantized/cpu/util/embedding.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {
namespace {

/// The first of four values is in the low bits; stored with 2 added.
void unpack(const void* row, int64_t first, float* out, int64_t n) {
  const auto* bytes = static_cast<const uint8_t*>(row);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t at = first + i;
    const int bits = (bytes[at / 4] >> (at % 4 * 2)) & 3;
    out[i] = static_cast<float>(bits - 2);
  }
}

}  // namespace

Tensor& quantized_embedding_2bit_out(
    KernelRuntimeContext& ctx, const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points, int64_t weight_quant_min,
    int64_t weight_quant_max, const Tensor& indices, Tensor& out) {
  embed(ctx, "embedding_2bit",
        {weight, weight_scales, weight_zero_points, 4, unpack, weight_quant_min,
         weight_quant_max},
        indices, weight_scales.scalar_type(), out);
  return out;
}

Tensor& quantized_embedding_2bit_dtype_out(
    KernelRuntimeContext& ctx, const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points, int64_t weight_quant_min,
    int64_t weight_quant_max, const Tensor& indices,
    std::optional<ScalarType> dtype, Tensor& out) {
  embed(ctx, "embedding_2bit",
        {weight, weight_scales, weight_zero_points, 4, unpack, weight_quant_min,
         weight_quant_max},
        indices, dtype.value_or(weight_scales.scalar_type()), out);
  return out;
}

}  // namespace executorch::kernels::quantized
