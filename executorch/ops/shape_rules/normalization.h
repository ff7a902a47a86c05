#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// Mean and rstd of aten::native_layer_norm: the normalised sizes become 1.
template <class Dim>
ShapeResult<Dim> layer_norm_stats_shape(const Sizes<Dim>& in,
                                        const Sizes<Dim>& normalized) {
  if (normalized.empty() || normalized.size() > in.size()) {
    return RuleError{"number of normalised sizes",
                     static_cast<int64_t>(normalized.size()),
                     static_cast<int64_t>(in.size())};
  }
  const size_t lead = in.size() - normalized.size();
  Sizes<Dim> out = in;
  for (size_t i = lead; i < in.size(); ++i) {
    if (known_different(in[i], normalized[i - lead])) {
      return RuleError{"normalised size differs from the input's",
                       *known_value(normalized[i - lead]), *known_value(in[i])};
    }
    out[i] = Dim(1);
  }
  return out;
}

}  // namespace executorch::ops
