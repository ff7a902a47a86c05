#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// aten::mm: [M, K] x [K, N] -> [M, N].
template <class Dim>
ShapeResult<Dim> mm_shape(const Sizes<Dim>& a, const Sizes<Dim>& b) {
  if (a.size() != 2 || b.size() != 2) {
    return RuleError{"mm takes two matrices; rank",
                     static_cast<int64_t>(a.size() != 2 ? a.size() : b.size()),
                     2};
  }
  if (known_different(a[1], b[0])) {
    return RuleError{
        "rows of the second matrix differ from columns of the first",
        *known_value(b[0]), *known_value(a[1])};
  }
  Sizes<Dim> out;
  out.push_back(a[0]);
  out.push_back(b[1]);
  return out;
}

/// aten::bmm: [B, M, K] x [B, K, N] -> [B, M, N].
template <class Dim>
ShapeResult<Dim> bmm_shape(const Sizes<Dim>& a, const Sizes<Dim>& b) {
  if (a.size() != 3 || b.size() != 3) {
    return RuleError{"bmm takes two batches of matrices; rank",
                     static_cast<int64_t>(a.size() != 3 ? a.size() : b.size()),
                     3};
  }
  if (known_different(a[0], b[0])) {
    return RuleError{"batch sizes differ", *known_value(b[0]),
                     *known_value(a[0])};
  }
  if (known_different(a[2], b[1])) {
    return RuleError{
        "rows of the second matrix differ from columns of the first",
        *known_value(b[1]), *known_value(a[2])};
  }
  Sizes<Dim> out;
  out.push_back(known_value(a[0]) ? a[0] : b[0]);
  out.push_back(a[1]);
  out.push_back(b[2]);
  return out;
}

}  // namespace executorch::ops
