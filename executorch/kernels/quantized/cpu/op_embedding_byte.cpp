#include <executorch/kernels/quantized/cpu/util/embedding.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {
namespace {

template <class T>
void unpack(const void* row, int64_t first, float* out, int64_t n) {
  const T* values = static_cast<const T*>(row) + first;
  for (int64_t i = 0; i < n; ++i) {
    out[i] = static_cast<float>(values[i]);
  }
}

UnpackFn unpack_function(const Tensor& weight) {
  return weight.scalar_type() == ScalarType::Char ? unpack<int8_t>
                                                  : unpack<uint8_t>;
}

}  // namespace

Tensor& quantized_embedding_byte_out(
    KernelRuntimeContext& ctx, const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points, int64_t weight_quant_min,
    int64_t weight_quant_max, const Tensor& indices, Tensor& out) {
  embed(ctx, "embedding_byte",
        {weight, weight_scales, weight_zero_points, 1, unpack_function(weight),
         weight_quant_min, weight_quant_max},
        indices, weight_scales.scalar_type(), out);
  return out;
}

Tensor& quantized_embedding_byte_dtype_out(
    KernelRuntimeContext& ctx, const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points, int64_t weight_quant_min,
    int64_t weight_quant_max, const Tensor& indices,
    std::optional<ScalarType> dtype, Tensor& out) {
  embed(ctx, "embedding_byte",
        {weight, weight_scales, weight_zero_points, 1, unpack_function(weight),
         weight_quant_min, weight_quant_max},
        indices, dtype.value_or(weight_scales.scalar_type()), out);
  return out;
}

}  // namespace executorch::kernels::quantized
