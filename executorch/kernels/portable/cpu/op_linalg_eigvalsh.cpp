#include <executorch/kernels/portable/cpu/util/matrices.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

/// \file
/// The cyclic Jacobi method: rotations make a symmetric matrix diagonal.
namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "linalg_eigvalsh";
constexpr int kMaxSweeps = 60;

/// Makes element (p, q), and (q, p), of a symmetric matrix zero.
void rotate(double* a, size_t n, size_t p, size_t q) {
  const double apq = a[p * n + q];
  const double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const double t =
      std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(1.0, theta));
  const double cosine = 1 / std::sqrt(1 + t * t);
  const double sine = t * cosine;
  for (size_t i = 0; i < n; ++i) {
    const double x = a[i * n + p];
    const double y = a[i * n + q];
    a[i * n + p] = cosine * x - sine * y;
    a[i * n + q] = sine * x + cosine * y;
  }
  for (size_t i = 0; i < n; ++i) {
    const double x = a[p * n + i];
    const double y = a[q * n + i];
    a[p * n + i] = cosine * x - sine * y;
    a[q * n + i] = sine * x + cosine * y;
  }
}

double norm_of(const double* a, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += a[i] * a[i];
  }
  return std::sqrt(sum);
}

/// Eigenvalues in ascending order.
void eigenvalues(double* a, size_t n, double* values) {
  const double negligible = 1e-17 * norm_of(a, n * n);
  bool changed = true;
  for (int sweep = 0; changed && sweep < kMaxSweeps; ++sweep) {
    changed = false;
    for (size_t p = 0; p < n; ++p) {
      for (size_t q = p + 1; q < n; ++q) {
        if (std::abs(a[p * n + q]) > negligible) {
          rotate(a, n, p, q);
          changed = true;
        }
      }
    }
  }
  for (size_t i = 0; i < n; ++i) {
    values[i] = a[i * n + i];
  }
  std::sort(values, values + n);
}

/// Only one triangle is read; the other becomes its mirror image.
void mirror(double* a, size_t n, bool lower) {
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) {
      double& below = a[i * n + k];
      double& above = a[k * n + i];
      (lower ? above : below) = lower ? below : above;
    }
  }
}

bool check_call(KernelRuntimeContext& ctx, const Tensor& self,
                std::string_view uplo) {
  if (!check_matrices(ctx, kOp, self) || !check_floating(ctx, kOp, self)) {
    return false;
  }
  const bool square = self.size(self.dim() - 1) == self.size(self.dim() - 2);
  if (!square || (uplo != "L" && uplo != "U")) {
    ET_LOG(Error, "%s: expected square matrices, and UPLO L or U", kOp);
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return true;
}

}  // namespace

Tensor& linalg_eigvalsh_out(KernelRuntimeContext& ctx, const Tensor& self,
                            std::string_view UPLO, Tensor& out) {
  if (!check_call(ctx, self, UPLO) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !resize_out(ctx, kOp, ops::smaller_side_shape(sizes_of(self)), out)) {
    return out;
  }
  const Matrices from(self);
  const size_t n = from.rows();
  double* a = temporary_doubles(ctx, kOp, n * n + n);
  if (a == nullptr || out.numel() == 0) {
    return out;
  }
  const auto last = static_cast<size_t>(out.dim()) - 1;
  const StoreFn store = store_function(ScalarType::Double, out.scalar_type());
  const auto nbytes =
      static_cast<int64_t>(runtime::elementSize(out.scalar_type()));
  LoopNest nest = from.batch();
  add_batch(nest, out, 1);
  for_each_offset(nest, [&](const int64_t* at) {
    from.load(at[0], a);
    mirror(a, n, UPLO == "L");
    eigenvalues(a, n, a + n * n);
    store(a + n * n,
          static_cast<char*>(out.mutable_data_ptr()) + at[1] * nbytes,
          out.strides()[last], n);
  });
  return out;
}

}  // namespace executorch::kernels::portable
