#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// Common shape of two operands; a dimension of 1 stretches.
template <class Dim>
ShapeResult<Dim> broadcast_shapes(const Sizes<Dim>& a, const Sizes<Dim>& b) {
  const size_t rank = a.size() > b.size() ? a.size() : b.size();
  Sizes<Dim> out;
  for (size_t i = 0; i < rank; ++i) {
    const bool in_a = i + a.size() >= rank;
    const bool in_b = i + b.size() >= rank;
    const Dim da = in_a ? a[i + a.size() - rank] : Dim(1);
    const Dim db = in_b ? b[i + b.size() - rank] : Dim(1);
    if (known_is(da, 1)) {
      out.push_back(db);
    } else if (known_is(db, 1) || known_equal(da, db)) {
      out.push_back(da);
    } else if (known_different(da, db)) {
      return RuleError{"sizes do not broadcast", *known_value(da),
                       *known_value(db)};
    } else {
      out.push_back(known_value(da) ? da : db);
    }
  }
  return out;
}

}  // namespace executorch::ops
