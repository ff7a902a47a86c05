#pragma once

#include <executorch/ops/shape_rules/int_span.h>

#include <cmath>

namespace executorch::ops {

/// aten::arange of integers: ceil((end - start) / step) numbers.
template <class Dim>
ShapeResult<Dim> arange_shape(const Dim& start, const Dim& end,
                              const Dim& step) {
  const auto known_step = known_value(step);
  if (!known_step || *known_step == 0 || *known_step == INT64_MIN) {
    return RuleError{"arange: step", 0, 1};
  }
  const Dim span = *known_step > 0 ? end - start : start - end;
  const int64_t magnitude = *known_step > 0 ? *known_step : -*known_step;
  const auto known_span = known_value(span);
  if (known_span && *known_span < 0) {
    return RuleError{"arange: distance from start to end", *known_span, 0};
  }
  Sizes<Dim> out;
  out.push_back(magnitude == 1
                    ? span
                    : floor_div(span + Dim(magnitude - 1), Dim(magnitude)));
  return out;
}

/// The same for real numbers.
inline ShapeResult<int64_t> arange_shape(double start, double end,
                                         double step) {
  const double count = std::ceil((end - start) / step);
  if (!(count >= 0 && count < 0x1p62)) {
    return RuleError{"arange: number of elements is not finite", 0, 0};
  }
  Sizes<int64_t> out;
  out.push_back(static_cast<int64_t>(count));
  return out;
}

}  // namespace executorch::ops
