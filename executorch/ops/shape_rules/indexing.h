#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// aten::embedding: weight [V, D], indices [*] -> [*, D].
template <class Dim>
ShapeResult<Dim> embedding_shape(const Sizes<Dim>& weight,
                                 const Sizes<Dim>& indices) {
  if (weight.size() != 2) {
    return RuleError{"embedding weight rank",
                     static_cast<int64_t>(weight.size()), 2};
  }
  Sizes<Dim> out = indices;
  if (!out.push_back(weight[1])) {
    return RuleError{"embedding result rank",
                     static_cast<int64_t>(indices.size() + 1),
                     static_cast<int64_t>(kMaxRank)};
  }
  return out;
}

/// aten::index.Tensor: `indexed[i]` says whether dimension i has an index
/// tensor; `index` is what these broadcast to. It takes the place of the
/// indexed dimensions if they are neighbours, else the front.
template <class Dim>
ShapeResult<Dim> index_shape(const Sizes<Dim>& in, const bool* indexed,
                             const Sizes<Dim>& index) {
  size_t first = in.size();
  size_t last = 0;
  size_t count = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    if (indexed[i]) {
      first = count == 0 ? i : first;
      last = i;
      ++count;
    }
  }
  const bool neighbours = count != 0 && last - first + 1 == count;
  const size_t place = neighbours ? first : 0;
  if (in.size() - count + index.size() > kMaxRank) {
    return RuleError{"rank of an index result",
                     static_cast<int64_t>(in.size() - count + index.size()),
                     static_cast<int64_t>(kMaxRank)};
  }
  Sizes<Dim> out;
  for (size_t i = 0; i <= in.size(); ++i) {
    for (size_t k = 0; i == place && k < index.size(); ++k) {
      out.push_back(index[k]);
    }
    if (i < in.size() && !indexed[i]) {
      out.push_back(in[i]);
    }
  }
  return out;
}

}  // namespace executorch::ops
