#pragma once

#include <executorch/ops/sizes.h>

#include <cstdint>

/// \file
/// The sizes of each operator's result, written once for the compiler
/// (`Dim` = exir::SymInt) and the kernels (`Dim` = int64_t). Source: the ATen
/// function of the same name. Nothing here allocates; an argument that the
/// operator does not accept is a RuleError. Lists of integers that are no
/// sizes (strides, padding) are plain `int64_t` spans of `IntSpan`.
namespace executorch::ops {

/// Integers of an operator's argument, not owned.
struct IntSpan {
  const int64_t* data = nullptr;
  size_t size = 0;

  int64_t operator[](size_t i) const { return data[i]; }
  /// Element `i` of a list that ATen extends: one entry serves each dimension.
  int64_t broadcast(size_t i) const { return size == 1 ? data[0] : data[i]; }
  bool fits(size_t dims) const { return size == 1 || size == dims; }
};

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

/// Arguments of aten::convolution that decide its shape.
struct ConvolutionParams {
  IntSpan stride;
  IntSpan padding;
  IntSpan dilation;
  bool transposed = false;
  IntSpan output_padding;
  int64_t groups = 1;
};

template <class Dim>
RuleError check_convolution(const Sizes<Dim>& in, const Sizes<Dim>& weight,
                            const ConvolutionParams& p) {
  const size_t rank = in.size();
  if (rank < 3 || rank > 5) {
    return {"convolution input has a rank outside of 3 to 5; rank",
            static_cast<int64_t>(rank), 4};
  }
  if (weight.size() != rank) {
    return {"convolution weight has another rank than its input",
            static_cast<int64_t>(weight.size()), static_cast<int64_t>(rank)};
  }
  const size_t dims = rank - 2;
  if (!p.stride.fits(dims) || !p.padding.fits(dims) || !p.dilation.fits(dims) ||
      !p.output_padding.fits(dims)) {
    return {
        "convolution stride, padding, dilation or output_padding has the "
        "wrong length",
        static_cast<int64_t>(p.stride.size), static_cast<int64_t>(dims)};
  }
  if (p.groups < 1) {
    return {"convolution groups", p.groups, 1};
  }
  const Dim channels = p.transposed ? weight[0] : weight[1] * Dim(p.groups);
  if (known_different(in[1], channels)) {
    return {"convolution input channels differ from the weight's",
            *known_value(in[1]), *known_value(channels)};
  }
  const auto w0 = known_value(weight[0]);
  if (w0 && *w0 % p.groups != 0) {
    return {"convolution weight size 0 is no multiple of groups", *w0,
            p.groups};
  }
  for (size_t i = 0; i < dims; ++i) {
    if (p.stride.broadcast(i) < 1 || p.dilation.broadcast(i) < 1 ||
        p.padding.broadcast(i) < 0 || p.output_padding.broadcast(i) < 0) {
      return {"convolution stride or dilation below 1, or negative padding",
              p.stride.broadcast(i), 1};
    }
  }
  return {};
}

/// aten::convolution: input [N, C, *], weight [O, C / groups, *] or, when
/// transposed, [C, O / groups, *].
template <class Dim>
ShapeResult<Dim> convolution_shape(const Sizes<Dim>& in,
                                   const Sizes<Dim>& weight,
                                   const ConvolutionParams& p) {
  const RuleError error = check_convolution(in, weight, p);
  if (error.what != nullptr) {
    return error;
  }
  Sizes<Dim> out;
  out.push_back(in[0]);
  out.push_back(p.transposed ? weight[1] * Dim(p.groups) : weight[0]);
  for (size_t i = 0; i + 2 < in.size(); ++i) {
    const int64_t stride = p.stride.broadcast(i);
    const int64_t padding = p.padding.broadcast(i);
    const int64_t dilation = p.dilation.broadcast(i);
    const Dim kernel = weight[i + 2];
    const Dim count =
        p.transposed
            ? (in[i + 2] - Dim(1)) * Dim(stride) - Dim(2 * padding) +
                  (kernel - Dim(1)) * Dim(dilation) +
                  Dim(p.output_padding.broadcast(i) + 1)
            : window_count(in[i + 2], kernel, stride, padding, dilation, false);
    const auto value = known_value(count);
    if (value && *value < 0) {
      return RuleError{"convolution kernel is larger than the padded input",
                       *value, 1};
    }
    out.push_back(count);
  }
  return out;
}

/// Arguments of the 2-d poolings; an empty stride means the kernel size.
struct PoolParams {
  IntSpan kernel;
  IntSpan stride;
  IntSpan padding;
  IntSpan dilation;
  bool ceil_mode = false;

  int64_t stride_at(size_t i) const {
    return stride.size == 0 ? kernel.broadcast(i) : stride.broadcast(i);
  }
};

/// aten::max_pool2d, aten::avg_pool2d: [N, C, H, W] or [C, H, W].
template <class Dim>
ShapeResult<Dim> pool2d_shape(const Sizes<Dim>& in, const PoolParams& p) {
  if (in.size() != 3 && in.size() != 4) {
    return RuleError{"2-d pooling takes rank 3 or 4; rank",
                     static_cast<int64_t>(in.size()), 4};
  }
  if (!p.kernel.fits(2) || !(p.stride.size == 0 || p.stride.fits(2)) ||
      !p.padding.fits(2) || !p.dilation.fits(2)) {
    return RuleError{"pooling arguments have the wrong length",
                     static_cast<int64_t>(p.kernel.size), 2};
  }
  Sizes<Dim> out = in;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t kernel = p.kernel.broadcast(i);
    const int64_t pad = p.padding.broadcast(i);
    if (kernel < 1 || p.stride_at(i) < 1 || p.dilation.broadcast(i) < 1) {
      return RuleError{"pooling kernel, stride or dilation below 1", kernel, 1};
    }
    if (pad < 0 || pad > kernel / 2) {
      return RuleError{"pooling padding above half of the kernel", pad,
                       kernel / 2};
    }
    Dim& dim = out[in.size() - 2 + i];
    dim = window_count(dim, Dim(kernel), p.stride_at(i), pad,
                       p.dilation.broadcast(i), p.ceil_mode);
    const auto value = known_value(dim);
    if (value && *value < 1) {
      return RuleError{"pooling result is empty", *value, 1};
    }
  }
  return out;
}

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

/// aten::pixel_shuffle: [*, C r r, H, W] -> [*, C, H r, W r].
template <class Dim>
ShapeResult<Dim> pixel_shuffle_shape(const Sizes<Dim>& in, int64_t factor) {
  const size_t rank = in.size();
  if (rank < 3) {
    return RuleError{"pixel_shuffle rank", static_cast<int64_t>(rank), 3};
  }
  if (factor < 1 || factor > 46340) {
    return RuleError{"pixel_shuffle upscale factor", factor, 1};
  }
  const auto channels = known_value(in[rank - 3]);
  if (channels && *channels % (factor * factor) != 0) {
    return RuleError{
        "pixel_shuffle channels are no multiple of the factor's "
        "square",
        *channels, factor * factor};
  }
  Sizes<Dim> out = in;
  out[rank - 3] = floor_div(in[rank - 3], Dim(factor * factor));
  out[rank - 2] = in[rank - 2] * Dim(factor);
  out[rank - 1] = in[rank - 1] * Dim(factor);
  return out;
}

/// Spatial resampling of [N, C, H, W] to `height` x `width`.
template <class Dim>
ShapeResult<Dim> upsample2d_shape(const Sizes<Dim>& in, const Dim& height,
                                  const Dim& width) {
  if (in.size() != 4) {
    return RuleError{"2-d upsampling rank", static_cast<int64_t>(in.size()), 4};
  }
  Sizes<Dim> out = in;
  out[2] = height;
  out[3] = width;
  return out;
}

/// aten::_adaptive_avg_pool2d: the last two sizes become `output`.
template <class Dim>
ShapeResult<Dim> adaptive_pool2d_shape(const Sizes<Dim>& in,
                                       const Sizes<Dim>& output) {
  if (in.size() != 3 && in.size() != 4) {
    return RuleError{"adaptive pooling takes rank 3 or 4; rank",
                     static_cast<int64_t>(in.size()), 4};
  }
  if (output.size() != 2) {
    return RuleError{"adaptive pooling output sizes",
                     static_cast<int64_t>(output.size()), 2};
  }
  Sizes<Dim> out = in;
  out[in.size() - 2] = output[0];
  out[in.size() - 1] = output[1];
  return out;
}

}  // namespace executorch::ops
