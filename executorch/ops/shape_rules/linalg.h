#pragma once

#include <executorch/ops/shape_rules/int_span.h>
#include <executorch/ops/shape_rules/pointwise.h>

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

/// aten::_pdist_forward: [N, M] -> [N (N - 1) / 2].
template <class Dim>
ShapeResult<Dim> pdist_shape(const Sizes<Dim>& rows) {
  if (rows.size() != 2) {
    return RuleError{"pdist takes rows of a matrix; rank",
                     static_cast<int64_t>(rows.size()), 2};
  }
  Sizes<Dim> out;
  const Dim pairs = dim_mul(rows[0], rows[0] - Dim(1));
  out.push_back(known_is(rows[0], 0) ? Dim(0) : floor_div(pairs, Dim(2)));
  return out;
}

/// aten::_cdist_forward: [B..., P, M] x [B..., R, M] -> [B..., P, R].
template <class Dim>
ShapeResult<Dim> cdist_shape(const Sizes<Dim>& a, const Sizes<Dim>& b) {
  if (a.size() < 2 || b.size() < 2) {
    return RuleError{"cdist takes matrices or batches of them; rank",
                     static_cast<int64_t>(a.size() < 2 ? a.size() : b.size()),
                     2};
  }
  const Dim rows = a[a.size() - 2];
  const Dim columns = b[b.size() - 2];
  if (known_different(a[a.size() - 1], b[b.size() - 1])) {
    return RuleError{"lengths of the rows differ",
                     *known_value(b[b.size() - 1]),
                     *known_value(a[a.size() - 1])};
  }
  Sizes<Dim> batch_a;
  Sizes<Dim> batch_b;
  batch_a.assign(a.begin(), a.size() - 2);
  batch_b.assign(b.begin(), b.size() - 2);
  ShapeResult<Dim> out = broadcast_shapes(batch_a, batch_b);
  if (out.ok()) {
    out.sizes.push_back(rows);
    out.sizes.push_back(columns);
  }
  return out;
}

/// [*, M, N] -> [*, min(M, N)]: pivots or singular values of matrices.
template <class Dim>
ShapeResult<Dim> smaller_side_shape(const Sizes<Dim>& in) {
  const size_t rank = in.size();
  if (rank < 2) {
    return RuleError{"rank of matrices", static_cast<int64_t>(rank), 2};
  }
  Sizes<Dim> out;
  out.assign(in.begin(), rank - 1);
  out[rank - 2] = dim_min(in[rank - 2], in[rank - 1]);
  return out;
}

}  // namespace executorch::ops
