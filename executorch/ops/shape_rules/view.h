#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// aten::permute.
template <class Dim>
ShapeResult<Dim> permute_shape(const Sizes<Dim>& in, IntSpan dims) {
  if (dims.size != in.size()) {
    return RuleError{"number of permuted dimensions",
                     static_cast<int64_t>(dims.size),
                     static_cast<int64_t>(in.size())};
  }
  bool seen[kMaxRank] = {};
  Sizes<Dim> out;
  for (size_t i = 0; i < dims.size; ++i) {
    const auto axis = normalize_axis(dims[i], in.size());
    if (!axis || seen[*axis]) {
      return RuleError{"permutation repeats a dimension or is out of range",
                       dims[i], static_cast<int64_t>(in.size())};
    }
    seen[*axis] = true;
    out.push_back(in[*axis]);
  }
  return out;
}

template <class Dim>
Dim product(const Sizes<Dim>& sizes) {
  Dim total(1);
  for (const Dim& dim : sizes) {
    total = dim_mul(total, dim);
  }
  return total;
}

/// aten::view: `size` has at most one -1, which takes what is left.
template <class Dim>
ShapeResult<Dim> view_shape(const Sizes<Dim>& in, const Sizes<Dim>& size) {
  Sizes<Dim> out = size;
  std::optional<size_t> inferred;
  Dim rest(1);
  for (size_t i = 0; i < size.size(); ++i) {
    if (known_is(size[i], -1)) {
      if (inferred) {
        return RuleError{"view has more than one inferred size",
                         static_cast<int64_t>(i),
                         static_cast<int64_t>(*inferred)};
      }
      inferred = i;
      continue;
    }
    const auto value = known_value(size[i]);
    if (value && *value < 0) {
      return RuleError{"view size is negative", *value, -1};
    }
    rest = dim_mul(rest, size[i]);
  }
  const Dim numel = product(in);
  if (inferred) {
    if (known_is(rest, 0)) {
      return RuleError{"view cannot infer a size beside a size of 0", 0, 1};
    }
    out[*inferred] = floor_div(numel, rest);
    rest = dim_mul(rest, out[*inferred]);
  }
  if (known_different(rest, numel)) {
    return RuleError{"view changes the number of elements", *known_value(rest),
                     *known_value(numel)};
  }
  return out;
}

/// aten::expand: -1 keeps a size; only sizes of 1 grow.
template <class Dim>
ShapeResult<Dim> expand_shape(const Sizes<Dim>& in, const Sizes<Dim>& size) {
  if (size.size() < in.size()) {
    return RuleError{"expand to a lower rank",
                     static_cast<int64_t>(size.size()),
                     static_cast<int64_t>(in.size())};
  }
  Sizes<Dim> out = size;
  const size_t lead = size.size() - in.size();
  for (size_t i = 0; i < size.size(); ++i) {
    const bool keep = known_is(size[i], -1);
    if (i < lead) {
      if (keep) {
        return RuleError{"expand keeps a dimension that does not exist",
                         static_cast<int64_t>(i), static_cast<int64_t>(lead)};
      }
      continue;
    }
    const Dim& old = in[i - lead];
    if (keep) {
      out[i] = old;
    } else if (known_different(old, size[i]) && !known_is(old, 1)) {
      return RuleError{"expand of a size that is not 1", *known_value(old),
                       *known_value(size[i])};
    }
  }
  return out;
}

/// `index` of a slice counted from the front and clamped to [0, length].
template <class Dim>
Dim clamp_slice_index(const Dim& index, const Dim& length) {
  const auto value = known_value(index);
  const Dim from_front = value && *value < 0 ? index + length : index;
  if (known_is(from_front, 0)) {
    return from_front;
  }
  return dim_max(Dim(0), dim_min(from_front, length));
}

/// aten::slice.Tensor along `dim`: ceil((end - start) / step) elements.
template <class Dim>
ShapeResult<Dim> slice_shape(const Sizes<Dim>& in, int64_t dim,
                             const std::optional<Dim>& start,
                             const std::optional<Dim>& end, int64_t step) {
  const auto axis = normalize_axis(dim, in.size());
  if (!axis || in.empty()) {
    return RuleError{"slice dimension is out of range", dim,
                     static_cast<int64_t>(in.size())};
  }
  if (step < 1) {
    return RuleError{"slice step", step, 1};
  }
  const Dim length = in[*axis];
  const Dim first = clamp_slice_index(start.value_or(Dim(0)), length);
  const Dim last = end ? clamp_slice_index(*end, length) : length;
  Sizes<Dim> out = in;
  const Dim count = floor_div(last - first + Dim(step - 1), Dim(step));
  const auto value = known_value(count);
  out[*axis] = value ? Dim(*value < 0 ? 0 : *value)
                     : (known_is(first, 0) ? count : dim_max(Dim(0), count));
  return out;
}

/// aten::select.int: `dim` is removed.
template <class Dim>
ShapeResult<Dim> select_shape(const Sizes<Dim>& in, int64_t dim) {
  const auto axis = normalize_axis(dim, in.size());
  if (!axis || in.empty()) {
    return RuleError{"select dimension is out of range", dim,
                     static_cast<int64_t>(in.size())};
  }
  Sizes<Dim> out;
  for (size_t i = 0; i < in.size(); ++i) {
    if (i != *axis) {
      out.push_back(in[i]);
    }
  }
  return out;
}

/// aten::squeeze.dims: those of `dims` that have size 1 are removed.
template <class Dim>
ShapeResult<Dim> squeeze_shape(const Sizes<Dim>& in, IntSpan dims) {
  bool drop[kMaxRank] = {};
  for (size_t i = 0; i < dims.size; ++i) {
    const auto axis = normalize_axis(dims[i], in.size());
    if (!axis) {
      return RuleError{"squeezed dimension is out of range", dims[i],
                       static_cast<int64_t>(in.size())};
    }
    drop[*axis] = true;
  }
  Sizes<Dim> out;
  for (size_t i = 0; i < in.size(); ++i) {
    if (!(drop[i] && known_is(in[i], 1))) {
      out.push_back(in[i]);
    }
  }
  return out;
}

/// aten::unsqueeze: a size of 1 is put before dimension `dim`.
template <class Dim>
ShapeResult<Dim> unsqueeze_shape(const Sizes<Dim>& in, int64_t dim) {
  const auto axis = normalize_axis(dim, in.size() + 1);
  if (!axis || in.size() + 1 > kMaxRank) {
    return RuleError{"unsqueeze dimension is out of range", dim,
                     static_cast<int64_t>(in.size() + 1)};
  }
  Sizes<Dim> out;
  for (size_t i = 0; i <= in.size(); ++i) {
    if (i == *axis) {
      out.push_back(Dim(1));
    }
    if (i < in.size()) {
      out.push_back(in[i]);
    }
  }
  return out;
}

/// aten::cat, one operand after the other: `so_far` grows by `next` along
/// `dim`. 1-d tensors of size 0 take no part, whatever the other ranks.
template <class Dim>
ShapeResult<Dim> cat_step_shape(const Sizes<Dim>& so_far,
                                const Sizes<Dim>& next, int64_t dim) {
  const auto is_legacy_empty = [](const Sizes<Dim>& s) {
    return s.size() == 1 && known_is(s[0], 0);
  };
  if (is_legacy_empty(next)) {
    return so_far;
  }
  if (is_legacy_empty(so_far)) {
    return next;
  }
  const auto axis = normalize_axis(dim, so_far.size());
  if (!axis || so_far.empty()) {
    return RuleError{"cat dimension is out of range", dim,
                     static_cast<int64_t>(so_far.size())};
  }
  if (next.size() != so_far.size()) {
    return RuleError{"cat operands have different ranks",
                     static_cast<int64_t>(next.size()),
                     static_cast<int64_t>(so_far.size())};
  }
  Sizes<Dim> out = so_far;
  for (size_t i = 0; i < next.size(); ++i) {
    if (i == *axis) {
      out[i] = out[i] + next[i];
    } else if (known_different(out[i], next[i])) {
      return RuleError{"cat operands differ outside of the cat dimension",
                       *known_value(next[i]), *known_value(out[i])};
    }
  }
  return out;
}

/// Size of the diagonal `offset` of a rows x columns matrix; not negative.
template <class Dim>
Dim diagonal_length(const Dim& rows, const Dim& columns, int64_t offset) {
  const Dim length = offset >= 0 ? dim_min(rows, columns - Dim(offset))
                                 : dim_min(rows + Dim(offset), columns);
  return dim_max(Dim(0), length);
}

/// aten::diagonal: the two dimensions go, the diagonal is the last one.
template <class Dim>
ShapeResult<Dim> diagonal_shape(const Sizes<Dim>& in, int64_t offset,
                                int64_t dim1, int64_t dim2) {
  const auto first = normalize_axis(dim1, in.size());
  const auto second = normalize_axis(dim2, in.size());
  if (!first || !second || *first == *second || in.size() < 2) {
    return RuleError{"diagonal dimensions are equal or out of range", dim2,
                     static_cast<int64_t>(in.size())};
  }
  Sizes<Dim> out;
  for (size_t i = 0; i < in.size(); ++i) {
    if (i != *first && i != *second) {
      out.push_back(in[i]);
    }
  }
  out.push_back(diagonal_length(in[*first], in[*second], offset));
  return out;
}

/// aten::unfold: windows of `size` every `step` along `dim`; the window is the
/// last dimension.
template <class Dim>
ShapeResult<Dim> unfold_shape(const Sizes<Dim>& in, int64_t dim, int64_t size,
                              int64_t step) {
  const auto axis = normalize_axis(dim, in.size());
  if (!axis || in.size() + 1 > kMaxRank) {
    return RuleError{"unfold dimension is out of range", dim,
                     static_cast<int64_t>(in.size())};
  }
  if (step < 1 || size < 0) {
    return RuleError{"unfold size is negative or step below 1",
                     size < 0 ? size : step, 1};
  }
  Sizes<Dim> out = in;
  const Dim length = in.empty() ? Dim(1) : in[*axis];
  const auto known = known_value(length);
  if (known && size > *known) {
    return RuleError{"unfold size is above the dimension's", size, *known};
  }
  if (!in.empty()) {
    out[*axis] = floor_div(length - Dim(size), Dim(step)) + Dim(1);
  }
  out.push_back(Dim(size));
  return out;
}

/// aten::repeat: leading dimensions are added where `repeats` is longer.
template <class Dim>
ShapeResult<Dim> repeat_shape(const Sizes<Dim>& in, const Sizes<Dim>& repeats) {
  if (repeats.size() < in.size()) {
    return RuleError{"number of repeats",
                     static_cast<int64_t>(repeats.size()),
                     static_cast<int64_t>(in.size())};
  }
  Sizes<Dim> out = repeats;
  const size_t lead = repeats.size() - in.size();
  for (size_t i = 0; i < repeats.size(); ++i) {
    const auto count = known_value(repeats[i]);
    if (count && *count < 0) {
      return RuleError{"repeat count is negative", *count, 0};
    }
    if (i >= lead) {
      out[i] = dim_mul(repeats[i], in[i - lead]);
    }
  }
  return out;
}

/// aten::constant_pad_nd: pairs from the last dimension on; negative ones cut.
template <class Dim>
ShapeResult<Dim> pad_shape(const Sizes<Dim>& in, const Dim* padding,
                           size_t count) {
  if (count % 2 != 0 || count / 2 > in.size()) {
    return RuleError{"number of paddings", static_cast<int64_t>(count),
                     static_cast<int64_t>(2 * in.size())};
  }
  Sizes<Dim> out = in;
  for (size_t i = 0; i < count / 2; ++i) {
    Dim& dim = out[in.size() - 1 - i];
    dim = dim + padding[2 * i] + padding[2 * i + 1];
    const auto size = known_value(dim);
    if (size && *size < 0) {
      return RuleError{"padding leaves a negative size", *size, 0};
    }
  }
  return out;
}

/// Padding of the last `dims` dimensions of [N, C, ...] or [C, ...] with
/// elements of the tensor itself; a reflection stays below the size.
template <class Dim>
ShapeResult<Dim> edge_pad_shape(const Sizes<Dim>& in, IntSpan padding,
                                size_t dims, bool reflects) {
  if (in.size() != dims + 1 && in.size() != dims + 2) {
    return RuleError{"rank of a padded tensor", static_cast<int64_t>(in.size()),
                     static_cast<int64_t>(dims + 2)};
  }
  if (padding.size != 2 * dims) {
    return RuleError{"number of paddings", static_cast<int64_t>(padding.size),
                     static_cast<int64_t>(2 * dims)};
  }
  for (size_t i = 0; i < 2 * dims; ++i) {
    const auto size = known_value(in[in.size() - 1 - i / 2]);
    if (size && (reflects ? padding[i] >= *size
                          : *size == 0 && padding[i] > 0)) {
      return RuleError{"padding is not below the size of its dimension",
                       padding[i], *size};
    }
  }
  Sizes<Dim> sizes;
  for (size_t i = 0; i < padding.size; ++i) {
    sizes.push_back(Dim(padding[i]));
  }
  return pad_shape(in, sizes.begin(), sizes.size());
}

/// aten::stack of `count` tensors of the same sizes.
template <class Dim>
ShapeResult<Dim> stack_shape(const Sizes<Dim>& in, int64_t count, int64_t dim) {
  ShapeResult<Dim> shape = unsqueeze_shape(in, dim);
  if (shape.ok()) {
    shape.sizes[*normalize_axis(dim, in.size() + 1)] = Dim(count);
  }
  return shape;
}

}  // namespace executorch::ops
