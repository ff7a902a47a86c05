#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// Reduction over `dims` (none or empty: all of them).
template <class Dim>
ShapeResult<Dim> reduce_shape(const Sizes<Dim>& in, IntSpan dims,
                              bool keepdim) {
  bool reduced[kMaxRank] = {};
  for (size_t i = 0; i < dims.size; ++i) {
    const auto axis = normalize_axis(dims[i], in.size());
    if (!axis) {
      return RuleError{"reduced dimension is out of range", dims[i],
                       static_cast<int64_t>(in.size())};
    }
    if (reduced[*axis]) {
      return RuleError{"dimension appears twice", dims[i], 1};
    }
    reduced[*axis] = true;
  }
  Sizes<Dim> out;
  for (size_t i = 0; i < in.size(); ++i) {
    if (dims.size != 0 && !reduced[i]) {
      out.push_back(in[i]);
    } else if (keepdim) {
      out.push_back(Dim(1));
    }
  }
  return out;
}

/// aten::topk: `dim` has size `k`.
template <class Dim>
ShapeResult<Dim> topk_shape(const Sizes<Dim>& in, const Dim& k, int64_t dim) {
  const auto axis = normalize_axis(dim, in.size());
  if (!axis) {
    return RuleError{"dimension is out of range", dim,
                     static_cast<int64_t>(in.size())};
  }
  const auto wanted = known_value(k);
  const auto length = in.empty() ? std::optional<int64_t>(1)
                                 : known_value(in[*axis]);
  if (wanted && (*wanted < 0 || (length && *wanted > *length))) {
    return RuleError{"number of wanted elements", *wanted, length.value_or(0)};
  }
  Sizes<Dim> out = in;
  if (!in.empty()) {
    out[*axis] = k;
  } else if (wanted && *wanted != 1) {
    return RuleError{"number of wanted elements", *wanted, 1};
  }
  return out;
}

}  // namespace executorch::ops
