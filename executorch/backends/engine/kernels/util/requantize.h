#pragma once

#include <executorch/backends/engine/graph/ops.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {

/// What becomes of the scaled sums of an operator that has y_zero_point and
/// bounds.
struct Requantization {
  float low;  ///< of the scaled sum, before the zero point is added
  float high;
  int32_t zero_point;

  template <typename Operator>
  explicit Requantization(const Operator& op)
      : low(static_cast<float>(op.min - op.y_zero_point)),
        high(static_cast<float>(op.max - op.y_zero_point)),
        zero_point(op.y_zero_point) {}

  uint8_t operator()(int32_t sum, float scale) const {
    return (*this)(static_cast<float>(sum) * scale);
  }
  uint8_t operator()(float scaled) const {
    // NaN becomes the lower bound.
    const float limited = std::min(high, std::max(low, scaled));
    return static_cast<uint8_t>(static_cast<int32_t>(std::nearbyint(limited)) +
                                zero_point);
  }
};

/// Sums of int32 that wrap.
inline int32_t wrapping_add(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) +
                              static_cast<uint32_t>(b));
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
