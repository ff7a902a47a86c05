#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::portable {

/// True if the norm's order is not negative, `rows` are rows of numbers in the
/// default order, and out has their dtype; otherwise reports and fails.
bool check_distance(KernelRuntimeContext& ctx, const char* op, double p,
                    const Tensor& rows, const Tensor& out);

/// The p-norm of the difference of two rows. With p = 0 the number of
/// different elements.
template <class T>
double distance(const T* a, const T* b, size_t n, double p) {
  const auto difference = [a, b](size_t i) {
    return std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
  };
  double sum = 0;
  if (p == 2) {
    for (size_t i = 0; i < n; ++i) {
      sum += difference(i) * difference(i);
    }
    return std::sqrt(sum);
  }
  if (std::isinf(p)) {
    for (size_t i = 0; i < n; ++i) {
      sum = sum != sum ? sum : std::max(difference(i), sum);
    }
    return sum;
  }
  for (size_t i = 0; i < n; ++i) {
    const double d = difference(i);
    sum += p == 1 ? d : (p == 0 ? double(d != 0) : std::pow(d, p));
  }
  return p == 0 || p == 1 ? sum : std::pow(sum, 1 / p);
}

}  // namespace executorch::kernels::portable
