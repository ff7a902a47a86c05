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

/// aten::index_select: `dim` has as many elements as `index`, of rank 0 or 1.
template <class Dim>
ShapeResult<Dim> index_select_shape(const Sizes<Dim>& in, int64_t dim,
                                    const Sizes<Dim>& index) {
  const auto axis = normalize_axis(dim, in.size());
  if (!axis) {
    return RuleError{"dimension is out of range", dim,
                     static_cast<int64_t>(in.size())};
  }
  if (index.size() > 1) {
    return RuleError{"rank of the index", static_cast<int64_t>(index.size()),
                     1};
  }
  const Dim count = index.empty() ? Dim(1) : index[0];
  if (in.empty() && !known_is(count, 1)) {
    return RuleError{"number of indices of a 0-d tensor",
                     known_value(count).value_or(0), 1};
  }
  Sizes<Dim> out = in;
  if (!in.empty()) {
    out[*axis] = count;
  }
  return out;
}

/// Sizes of `index` in aten::gather and aten::scatter: the rank of self, and
/// no larger than `limit` except along `dim`. 0-d counts as one element.
template <class Dim>
ShapeResult<Dim> indexed_shape(const Sizes<Dim>& index, const Sizes<Dim>& limit,
                               std::optional<size_t> dim) {
  const auto rank = [](const Sizes<Dim>& sizes) {
    return sizes.empty() ? size_t{1} : sizes.size();
  };
  if (rank(index) != rank(limit)) {
    return RuleError{"rank of the index", static_cast<int64_t>(index.size()),
                     static_cast<int64_t>(limit.size())};
  }
  for (size_t i = 0; i < index.size(); ++i) {
    const auto size = known_value(index[i]);
    const auto most =
        limit.empty() ? std::optional<int64_t>(1) : known_value(limit[i]);
    if (i != dim && size && most && *size > *most) {
      return RuleError{"index is larger than the tensor", *size, *most};
    }
  }
  return index;
}

}  // namespace executorch::ops
