#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {

/// What QuantizeRows chooses for a row.
struct RowQuantization {
  float scale;  ///< NaN: the row is not finite
  float per_step = 0;
  uint8_t zero_point = 0;

  /// @param[in] min,max Of the numbers of the row and 0.
  /// @param[in] is_finite Whether all numbers are.
  RowQuantization(float min, float max, bool is_finite);
  bool is_finite() const { return per_step != 0; }
  uint8_t operator()(float x) const;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
