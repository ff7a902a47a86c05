#include <executorch/kernels/portable/cpu/util/matrices.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "linalg_lu_factor_ex";

struct Factors {
  double* a = nullptr;  ///< [m, n], replaced by L below the diagonal and U
  size_t m = 0;
  size_t n = 0;
};

size_t largest_below(const Factors& f, size_t k) {
  size_t best = k;
  for (size_t i = k + 1; i < f.m; ++i) {
    if (std::abs(f.a[i * f.n + k]) > std::abs(f.a[best * f.n + k])) {
      best = i;
    }
  }
  return best;
}

/// Subtracts multiples of row k from the rows below.
void eliminate(const Factors& f, size_t k) {
  const double* row = f.a + k * f.n;
  for (size_t i = k + 1; i < f.m; ++i) {
    double* other = f.a + i * f.n;
    const double factor = other[k] / row[k];
    other[k] = factor;
    for (size_t j = k + 1; j < f.n; ++j) {
      other[j] -= factor * row[j];
    }
  }
}

/// Rows that were swapped, counted from 1. Returns 0, or the first column,
/// counted from 1, whose pivot is 0.
int32_t factorize(const Factors& f, bool pivot, int32_t* pivots,
                  int64_t pivot_stride) {
  int32_t info = 0;
  for (size_t k = 0; k < std::min(f.m, f.n); ++k) {
    const size_t best = pivot ? largest_below(f, k) : k;
    pivots[static_cast<int64_t>(k) * pivot_stride] =
        static_cast<int32_t>(best + 1);
    if (best != k) {
      std::swap_ranges(f.a + k * f.n, f.a + (k + 1) * f.n, f.a + best * f.n);
    }
    if (f.a[k * f.n + k] == 0) {
      info = info == 0 ? static_cast<int32_t>(k + 1) : info;
    } else {
      eliminate(f, k);
    }
  }
  return info;
}

Sizes without_last(Sizes sizes, size_t count) {
  Sizes out;
  out.assign(sizes.begin(), sizes.size() - count);
  return out;
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> linalg_lu_factor_ex_out(
    KernelRuntimeContext& ctx, const Tensor& A, bool pivot, bool check_errors,
    Tensor& LU, Tensor& pivots, Tensor& info) {
  const std::tuple<Tensor&, Tensor&, Tensor&> results(LU, pivots, info);
  if (!check_matrices(ctx, kOp, A) ||
      !check_same_dtype(ctx, kOp, LU, A.scalar_type()) ||
      !check_same_dtype(ctx, kOp, pivots, ScalarType::Int) ||
      !check_same_dtype(ctx, kOp, info, ScalarType::Int) ||
      !resize_out(ctx, kOp, sizes_of(A), LU) ||
      !resize_out(ctx, kOp, ops::smaller_side_shape(sizes_of(A)), pivots) ||
      !resize_out(ctx, kOp, without_last(sizes_of(A), 2), info)) {
    return results;
  }
  const Matrices from(A);
  const Matrices to(LU);
  double* memory = temporary_doubles(ctx, kOp, from.numel());
  if (memory == nullptr) {
    return results;
  }
  LoopNest nest = to.batch();
  add_batch(nest, A);
  add_batch(nest, pivots, 1);
  add_batch(nest, info, 0);
  const int64_t stride = stride_along(pivots, nest.rank);
  for_each_offset(nest, [&](const int64_t* at) {
    from.load(at[1], memory);
    const int32_t zero = factorize({memory, from.rows(), from.columns()},
                                   pivot,
                                   pivots.mutable_data_ptr<int32_t>() + at[2],
                                   stride);
    to.store(memory, at[0]);
    info.mutable_data_ptr<int32_t>()[at[3]] = zero;
    if (check_errors && zero != 0) {
      ET_LOG(Error, "%s: pivot %" PRId32 " is 0, expected a regular matrix", kOp,
             zero);
      ctx.fail(Error::InvalidArgument);
    }
  });
  return results;
}

}  // namespace executorch::kernels::portable
