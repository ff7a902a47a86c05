#include <executorch/kernels/portable/cpu/util/matrices.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "linalg_inv";

/// Gauss-Jordan elimination with partial pivoting: `a` becomes the identity,
/// `inverse` what the identity became. False for a singular matrix.
bool invert(double* a, double* inverse, size_t n) {
  std::fill_n(inverse, n * n, 0.0);
  for (size_t i = 0; i < n; ++i) {
    inverse[i * n + i] = 1;
  }
  for (size_t k = 0; k < n; ++k) {
    size_t best = k;
    for (size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i * n + k]) > std::abs(a[best * n + k])) {
        best = i;
      }
    }
    const double pivot = a[best * n + k];
    if (pivot == 0) {
      return false;
    }
    for (double* m : {a, inverse}) {
      if (best != k) {
        std::swap_ranges(m + k * n, m + (k + 1) * n, m + best * n);
      }
      for (size_t j = 0; j < n; ++j) {
        m[k * n + j] /= pivot;
      }
    }
    for (size_t i = 0; i < n; ++i) {
      const double factor = i == k ? 0 : a[i * n + k];
      for (size_t j = 0; factor != 0 && j < n; ++j) {
        a[i * n + j] -= factor * a[k * n + j];
        inverse[i * n + j] -= factor * inverse[k * n + j];
      }
    }
  }
  return true;
}

}  // namespace

Tensor& linalg_inv_out(KernelRuntimeContext& ctx, const Tensor& A,
                       Tensor& out) {
  if (!check_matrices(ctx, kOp, A) || !check_floating(ctx, kOp, A) ||
      !check_same_dtype(ctx, kOp, out, A.scalar_type()) ||
      !resize_out(ctx, kOp, sizes_of(A), out)) {
    return out;
  }
  const Matrices from(A);
  const Matrices to(out);
  const size_t n = from.rows();
  if (n != from.columns()) {
    ET_LOG(Error, "%s: a matrix of %zu rows and %zu columns, expected a square",
           kOp, n, from.columns());
    ctx.fail(Error::InvalidArgument);
    return out;
  }
  double* a = temporary_doubles(ctx, kOp, 2 * n * n);
  if (a == nullptr || out.numel() == 0) {
    return out;
  }
  bool regular = true;
  LoopNest nest = from.batch();
  add_batch(nest, out);
  for_each_offset(nest, [&](const int64_t* at) {
    from.load(at[0], a);
    regular = invert(a, a + n * n, n) && regular;
    to.store(a + n * n, at[1]);
  });
  if (!regular) {
    ET_LOG(Error, "%s: a matrix is singular and has no inverse", kOp);
    ctx.fail(Error::InvalidArgument);
  }
  return out;
}

}  // namespace executorch::kernels::portable
