#pragma once

#include <executorch/backends/xnnpack/serialization/payload.h>

#include <cstdint>
#include <vector>

namespace executorch {
namespace backends {
namespace xnnpack {

/// What the integers of a value stand for: (q - zero_point) * scale.
struct Quantization {
  enum class Kind : uint8_t {
    kNone,
    kTensor,   ///< one scale
    kChannel,  ///< scales[i] for index i of dimension `channel_dim`
    kBlock,    ///< scales[row, block] for blocks of `block` elements of a row
    kRow,      ///< chosen at run time for the innermost `n_row_dims`
  };
  Kind kind = Kind::kNone;
  float scale = 1;
  int32_t zero_point = 0;
  std::vector<float> scales = {};
  size_t channel_dim = 0;
  int64_t block = 0;
  size_t n_row_dims = 0;
};

/// The number of uint8 that stands for a bound of real numbers.
///
/// @param[in] quantization Of kind kTensor.
uint8_t quantized_bound(double bound, const Quantization& quantization);

/// The quantization of a value, its scales checked: positive and finite, and as
/// many as the dimensions ask for.
runtime::Result<Quantization> quantization_of(const Payload& payload,
                                              const Payload::Value& value);

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
