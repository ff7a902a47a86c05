#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {

/// The rows of an operand of QuantizeRows.
struct RowShape {
  size_t rows = 1;
  size_t size = 1;  ///< elements of a row

  RowShape(const QuantizeRows& op, const TensorType& x) {
    for (size_t i = 0; i < x.rank(); ++i) {
      const bool is_in_row = i >= static_cast<size_t>(op.first_axis);
      (is_in_row ? size : rows) *= static_cast<size_t>(x.sizes[i]);
    }
  }
};

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
