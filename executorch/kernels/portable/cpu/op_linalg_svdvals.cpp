#include <executorch/kernels/portable/cpu/util/matrices.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>
#include <cmath>
#include <functional>

/// \file
/// One-sided Jacobi: rotations make the shorter side's vectors orthogonal;
/// their lengths are then the singular values.
namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "linalg_svdvals";
constexpr int kMaxSweeps = 60;
constexpr double kOrthogonal = 1e-15;

/// `count` vectors of `length` elements each, one behind the other.
struct Vectors {
  double* data = nullptr;
  size_t count = 0;
  size_t length = 0;

  double* at(size_t i) const { return data + i * length; }
};

double dot(const double* a, const double* b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

/// Makes two vectors orthogonal; false if they are.
bool rotate(double* a, double* b, size_t n) {
  const double aa = dot(a, a, n);
  const double bb = dot(b, b, n);
  const double ab = dot(a, b, n);
  if (!(std::abs(ab) > kOrthogonal * std::sqrt(aa) * std::sqrt(bb))) {
    return false;
  }
  const double zeta = (bb - aa) / (2 * ab);
  const double t =
      std::copysign(1.0, zeta) / (std::abs(zeta) + std::hypot(1.0, zeta));
  const double cosine = 1 / std::sqrt(1 + t * t);
  const double sine = cosine * t;
  for (size_t i = 0; i < n; ++i) {
    const double x = a[i];
    a[i] = cosine * x - sine * b[i];
    b[i] = sine * x + cosine * b[i];
  }
  return true;
}

void orthogonalize(const Vectors& v) {
  bool changed = true;
  for (int sweep = 0; changed && sweep < kMaxSweeps; ++sweep) {
    changed = false;
    for (size_t i = 0; i < v.count; ++i) {
      for (size_t k = i + 1; k < v.count; ++k) {
        changed |= rotate(v.at(i), v.at(k), v.length);
      }
    }
  }
}

/// Values in descending order. The matrix is scaled so that no square leaves
/// the range of doubles.
void singular_values(const Vectors& v, double* values) {
  double scale = 0;
  for (size_t i = 0; i < v.count * v.length; ++i) {
    const double magnitude = std::abs(v.data[i]);
    scale = magnitude > scale || magnitude != magnitude ? magnitude : scale;
  }
  if (!std::isfinite(scale)) {
    std::fill_n(values, v.count, NAN);
    return;
  }
  for (size_t i = 0; scale > 0 && i < v.count * v.length; ++i) {
    v.data[i] /= scale;
  }
  orthogonalize(v);
  for (size_t i = 0; i < v.count; ++i) {
    values[i] = scale * std::sqrt(dot(v.at(i), v.at(i), v.length));
  }
  std::sort(values, values + v.count, std::greater<>());
}

void transpose(const double* from, size_t rows, size_t columns, double* to) {
  for (size_t i = 0; i < rows; ++i) {
    for (size_t k = 0; k < columns; ++k) {
      to[k * rows + i] = from[i * columns + k];
    }
  }
}

}  // namespace

/// The driver makes no difference to the values.
Tensor& linalg_svdvals_out(KernelRuntimeContext& ctx, const Tensor& A,
                           std::optional<std::string_view>, Tensor& out) {
  if (!check_matrices(ctx, kOp, A) ||
      !check_same_dtype(ctx, kOp, out, A.scalar_type()) ||
      !resize_out(ctx, kOp, ops::smaller_side_shape(sizes_of(A)), out)) {
    return out;
  }
  const Matrices from(A);
  const size_t rows = from.rows();
  const size_t columns = from.columns();
  const size_t count = std::min(rows, columns);
  double* memory = temporary_doubles(ctx, kOp, 2 * from.numel() + count);
  if (memory == nullptr || out.numel() == 0) {
    return out;
  }
  double* turned = memory + from.numel();
  double* values = turned + from.numel();
  const auto last = static_cast<size_t>(out.dim()) - 1;
  const StoreFn store =
      store_function(ScalarType::Double, out.scalar_type());
  const auto nbytes =
      static_cast<int64_t>(runtime::elementSize(out.scalar_type()));
  LoopNest nest = from.batch();
  add_batch(nest, out, 1);
  for_each_offset(nest, [&](const int64_t* at) {
    from.load(at[0], memory);
    if (rows > columns) {
      transpose(memory, rows, columns, turned);
    }
    singular_values({rows > columns ? turned : memory, count,
                     std::max(rows, columns)},
                    values);
    store(values, static_cast<char*>(out.mutable_data_ptr()) + at[1] * nbytes,
          out.strides()[last], count);
  });
  return out;
}

}  // namespace executorch::kernels::portable
