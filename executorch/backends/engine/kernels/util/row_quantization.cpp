#include <executorch/backends/engine/kernels/util/row_quantization.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::backends::engine {
namespace {

/// A row of zeros has no range; any scale will do for it.
constexpr float kLeastRange = 1e-30f;
constexpr float kSteps = 255;
/// Zero points are rounded as those of int8.
constexpr float kLowest = -128;

uint8_t as_byte(float number) {
  return static_cast<uint8_t>(std::clamp(number, 0.0f, kSteps));
}

}  // namespace

RowQuantization::RowQuantization(float min, float max, bool is_finite)
    : scale(std::numeric_limits<float>::quiet_NaN()) {
  const float range = max - min;
  if (!is_finite || !std::isfinite(range)) {
    return;
  }
  scale = std::max(range, kLeastRange) / kSteps;
  per_step = 1 / scale;
  const float exact_zero = -min * per_step + kLowest;
  zero_point = as_byte(std::nearbyint(exact_zero) - kLowest);
}

uint8_t RowQuantization::operator()(float x) const {
  return as_byte(std::nearbyint(x * per_step) + static_cast<float>(zero_point));
}

}  // namespace executorch::backends::engine
