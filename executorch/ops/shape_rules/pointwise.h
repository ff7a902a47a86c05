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

/// aten::glu: half the size along `axis`.
template <class Dim>
ShapeResult<Dim> glu_shape(const Sizes<Dim>& in, size_t axis) {
  if (in.empty()) {
    return RuleError{"glu takes a tensor with dimensions; rank", 0, 1};
  }
  const auto size = known_value(in[axis]);
  if (size && *size % 2 != 0) {
    return RuleError{"glu takes an even size along its axis", *size, *size + 1};
  }
  Sizes<Dim> out = in;
  out[axis] = floor_div(in[axis], Dim(2));
  return out;
}

/// aten::view_as_real_copy: real and imaginary part are a last dimension.
template <class Dim>
ShapeResult<Dim> view_as_real_shape(const Sizes<Dim>& in) {
  Sizes<Dim> out = in;
  if (!out.push_back(Dim(2))) {
    return RuleError{"rank", static_cast<int64_t>(in.size()),
                     static_cast<int64_t>(kMaxRank) - 1};
  }
  return out;
}

}  // namespace executorch::ops
