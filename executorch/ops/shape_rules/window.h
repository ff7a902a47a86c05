#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// Windowed dimension: floor((in + 2 pad - dilation (kernel - 1) - 1) /
/// stride) + 1; with `ceil_mode` the last window may hang over the padded
/// edge, but begins inside of the input or its left padding.
template <class Dim>
Dim window_count(const Dim& in, const Dim& kernel, int64_t stride,
                 int64_t padding, int64_t dilation, bool ceil_mode) {
  const Dim span = in + Dim(2 * padding) - (kernel - Dim(1)) * Dim(dilation) -
                   Dim(1) + Dim(ceil_mode ? stride - 1 : 0);
  const Dim count = floor_div(span, Dim(stride)) + Dim(1);
  if (!ceil_mode) {
    return count;
  }
  const Dim starts_inside =
      floor_div(in + Dim(padding) - Dim(1), Dim(stride)) + Dim(1);
  return dim_min(count, starts_inside);
}

}  // namespace executorch::ops
