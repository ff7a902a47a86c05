#include <executorch/backends/xnnpack/runtime/graph/quantization.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstring>

namespace executorch {
namespace backends {
namespace xnnpack {

using runtime::Error;
using runtime::Result;

namespace {

using Kind = Quantization::Kind;

/// What XNNPACK takes; the reciprocal is then finite too.
bool is_scale(float scale) { return scale > 0 && std::isnormal(scale); }

float float_of_bfloat16(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

Error check_scales(const std::vector<float>& scales, uint64_t expected) {
  ET_CHECK_OR_RETURN_ERROR(scales.size() == expected, InvalidProgram,
                           "XNNPACK payload: %zu scales, expected %" PRIu64,
                           scales.size(), expected);
  for (const float scale : scales) {
    ET_CHECK_OR_RETURN_ERROR(
        is_scale(scale), InvalidProgram,
        "XNNPACK payload: a scale is %g, expected a positive normal number",
        static_cast<double>(scale));
  }
  return Error::Ok;
}

/// `scale`, or the constant that holds `T`s in its place.
template <class T>
Result<std::vector<float>> read_scales(const Payload& payload,
                                       const flatbuffers::Vector<float>* scale,
                                       uint32_t constant, uint32_t n_scales,
                                       float (*convert)(T)) {
  if (constant == 0) {
    return scale == nullptr ? std::vector<float>()
                            : std::vector<float>(scale->begin(), scale->end());
  }
  const Result<Payload::Constant> bytes = payload.constant(constant);
  ET_CHECK_OK_OR_RETURN_ERROR(bytes.error());
  ET_CHECK_OR_RETURN_ERROR(
      bytes->nbytes / sizeof(T) >= n_scales, InvalidProgram,
      "XNNPACK payload: %" PRIu32 " scales of %zu bytes in a constant of %zu",
      n_scales, sizeof(T), bytes->nbytes);
  std::vector<float> scales(n_scales);
  for (size_t i = 0; i < scales.size(); ++i) {
    T item;
    std::memcpy(&item, bytes->data + i * sizeof(T), sizeof(T));
    scales[i] = convert(item);
  }
  return scales;
}

Result<Quantization> by_channel(const Payload& payload,
                                const Payload::Value& value,
                                const fb_xnnpack::PerChannelQuant& quant) {
  Quantization found;
  found.kind = Kind::kChannel;
  found.channel_dim = static_cast<size_t>(quant.channel_dim());
  ET_CHECK_OR_RETURN_ERROR(
      quant.channel_dim() >= 0 && found.channel_dim < value.tensor->num_dims(),
      InvalidProgram,
      "XNNPACK payload: channel_dim is %" PRId32 " of %" PRIu32 " dimensions",
      quant.channel_dim(), value.tensor->num_dims());
  Result<std::vector<float>> scales =
      read_scales<float>(payload, quant.scale(), quant.scale_buffer_idx(),
                         quant.num_scales(), [](float scale) { return scale; });
  ET_CHECK_OK_OR_RETURN_ERROR(scales.error());
  found.scales = std::move(*scales);
  const auto dim = static_cast<uint32_t>(quant.channel_dim());
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_scales(found.scales, value.tensor->dims()->Get(dim)));
  return found;
}

Result<Quantization> by_block(const Payload& payload,
                              const Payload::Value& value,
                              const fb_xnnpack::PerChannelGroupQuant& quant) {
  Quantization found;
  found.kind = Kind::kBlock;
  found.block = quant.group_size();
  const auto* const dims = value.tensor->dims();
  ET_CHECK_OR_RETURN_ERROR(
      value.tensor->num_dims() == 2 && quant.channel_dim() == 0 &&
          found.block > 0 && dims->Get(1) % found.block == 0,
      InvalidProgram,
      "XNNPACK payload: blocks of %" PRId64 " with channel_dim %" PRId32
      " of a value with %" PRIu32 " dimensions, expected rows of whole blocks",
      found.block, quant.channel_dim(), value.tensor->num_dims());
  Result<std::vector<float>> scales =
      read_scales<uint16_t>(payload, quant.scale(), quant.scale_buffer_idx(),
                            quant.num_scales(), float_of_bfloat16);
  ET_CHECK_OK_OR_RETURN_ERROR(scales.error());
  found.scales = std::move(*scales);
  const auto blocks =
      static_cast<uint64_t>(dims->Get(1)) / static_cast<uint64_t>(found.block);
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_scales(found.scales, blocks * dims->Get(0)));
  return found;
}

Result<Quantization> by_tensor(const fb_xnnpack::PerTensorQuant& quant) {
  Quantization found;
  found.kind = Kind::kTensor;
  found.scale = quant.scale();
  found.zero_point = quant.zero_point();
  ET_CHECK_OK_OR_RETURN_ERROR(check_scales({found.scale}, 1));
  return found;
}

Result<Quantization> by_row(const Payload::Value& value,
                            const fb_xnnpack::PerTokenDynamicQuant& quant) {
  Quantization found;
  found.kind = Kind::kRow;
  const int32_t n_dims = quant.num_nonbatch_dims();
  ET_CHECK_OR_RETURN_ERROR(
      n_dims > 0 && static_cast<uint32_t>(n_dims) <= value.tensor->num_dims(),
      InvalidProgram,
      "XNNPACK payload: num_nonbatch_dims is %" PRId32 " of %" PRIu32
      " dimensions",
      n_dims, value.tensor->num_dims());
  found.n_row_dims = static_cast<size_t>(n_dims);
  return found;
}

}  // namespace

uint8_t quantized_bound(double bound, const Quantization& quantization) {
  const double steps =
      std::nearbyint(static_cast<float>(bound) * (1.0f / quantization.scale));
  return static_cast<uint8_t>(std::clamp(steps + quantization.zero_point, 0.0,
                                         static_cast<double>(UINT8_MAX)));
}

Result<Quantization> quantization_of(const Payload& payload,
                                     const Payload::Value& value) {
  if (value.quantized == nullptr) {
    return Quantization();
  }
  if (const auto* quant = value.quantized->quant_params_as_PerTensorQuant()) {
    return by_tensor(*quant);
  }
  if (const auto* quant = value.quantized->quant_params_as_PerChannelQuant()) {
    return by_channel(payload, value, *quant);
  }
  if (const auto* quant =
          value.quantized->quant_params_as_PerChannelGroupQuant()) {
    return by_block(payload, value, *quant);
  }
  if (const auto* quant =
          value.quantized->quant_params_as_PerTokenDynamicQuant()) {
    return by_row(value, *quant);
  }
  ET_LOG(Error, "XNNPACK payload: a quantized value has parameters of kind %d",
         static_cast<int>(value.quantized->quant_params_type()));
  return Error::InvalidProgram;
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
