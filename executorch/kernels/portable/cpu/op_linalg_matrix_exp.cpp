#include <executorch/kernels/portable/cpu/util/matrices.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

/// \file
/// Scaling and squaring: exp(A) = exp(A / 2^s)^(2^s), where A / 2^s is small
/// enough for a short Taylor series.
namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "linalg_matrix_exp";
/// Terms after the identity; enough for doubles where the norm is at most 1/2.
constexpr int kTerms = 16;
constexpr int kMaxSquarings = 1100;

void multiply(const double* a, const double* b, size_t n, double* out) {
  std::fill_n(out, n * n, 0.0);
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < n; ++k) {
      const double factor = a[i * n + k];
      for (size_t j = 0; j < n; ++j) {
        out[i * n + j] += factor * b[k * n + j];
      }
    }
  }
}

/// Largest sum of magnitudes of a row.
double norm_of(const double* a, size_t n) {
  double norm = 0;
  for (size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (size_t j = 0; j < n; ++j) {
      sum += std::abs(a[i * n + j]);
    }
    norm = sum > norm || sum != sum ? sum : norm;
  }
  return norm;
}

/// Replaces `a`; `sum` and `product` have room for as many elements.
void exponentiate(double* a, size_t n, double* sum, double* product) {
  const double norm = norm_of(a, n);
  if (!std::isfinite(norm)) {
    std::fill_n(a, n * n, NAN);
    return;
  }
  const int exponent = norm > 0.5 ? std::ilogb(norm) + 2 : 0;
  const int squarings = std::min(exponent, kMaxSquarings);
  for (size_t i = 0; i < n * n; ++i) {
    a[i] = std::ldexp(a[i], -squarings);
  }
  // Horner: I + A (I + A / 2 (I + A / 3 (...))).
  std::fill_n(sum, n * n, 0.0);
  for (size_t i = 0; i < n; ++i) {
    sum[i * n + i] = 1;
  }
  for (int term = kTerms; term > 0; --term) {
    multiply(a, sum, n, product);
    for (size_t i = 0; i < n * n; ++i) {
      sum[i] = product[i] / term;
    }
    for (size_t i = 0; i < n; ++i) {
      sum[i * n + i] += 1;
    }
  }
  for (int i = 0; i < squarings; ++i) {
    multiply(sum, sum, n, product);
    std::swap(sum, product);
  }
  std::copy_n(sum, n * n, a);
}

}  // namespace

Tensor& linalg_matrix_exp_out(KernelRuntimeContext& ctx, const Tensor& self,
                              Tensor& out) {
  if (!check_matrices(ctx, kOp, self) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !resize_out(ctx, kOp, sizes_of(self), out)) {
    return out;
  }
  // PyTorch's own results in the half types are no exponentials.
  ET_KERNEL_CHECK_MSG(ctx,
                      self.scalar_type() == ScalarType::Float ||
                          self.scalar_type() == ScalarType::Double,
                      InvalidArgument, out,
                      "%s: found a half type, expected Float or Double", kOp);
  const Matrices from(self);
  const Matrices to(out);
  const size_t n = from.rows();
  ET_KERNEL_CHECK_MSG(ctx, n == from.columns(), InvalidArgument, out,
                      "%s: found %zu rows and %zu columns, expected a square",
                      kOp, n, from.columns());
  double* memory = temporary_doubles(ctx, kOp, 3 * n * n);
  if (memory == nullptr || out.numel() == 0) {
    return out;
  }
  LoopNest nest = to.batch();
  add_batch(nest, self);
  for_each_offset(nest, [&](const int64_t* at) {
    from.load(at[1], memory);
    exponentiate(memory, n, memory + n * n, memory + 2 * n * n);
    to.store(memory, at[0]);
  });
  return out;
}

}  // namespace executorch::kernels::portable
