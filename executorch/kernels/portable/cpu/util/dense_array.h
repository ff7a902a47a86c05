#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// A dense array of any floating dtype, read and written in blocks.
struct Array {
  char* data = nullptr;
  int64_t nbytes = 0;
  LoadFn load = nullptr;
  StoreFn store = nullptr;

  void read(int64_t first, size_t n, void* to) const {
    load(data + first * nbytes, 1, to, n);
  }
  void write(int64_t first, size_t n, const void* from) const {
    store(from, data + first * nbytes, 1, n);
  }
};

inline Array array_of(const Tensor& tensor, ScalarType compute) {
  return {static_cast<char*>(tensor.mutable_data_ptr()),
          static_cast<int64_t>(runtime::elementSize(tensor.scalar_type())),
          load_function(tensor.scalar_type(), compute),
          store_function(compute, tensor.scalar_type())};
}

template <class C>
inline double sum_of(const C* values, size_t n) {
  double lanes[4] = {};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t k = 0; k < 4; ++k) {
      lanes[k] += static_cast<double>(values[i + k]);
    }
  }
  for (; i < n; ++i) {
    lanes[0] += static_cast<double>(values[i]);
  }
  return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

template <class C>
double squares_of(const C* values, size_t n, double mean) {
  double lanes[4] = {};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t k = 0; k < 4; ++k) {
      const double d = static_cast<double>(values[i + k]) - mean;
      lanes[k] += d * d;
    }
  }
  for (; i < n; ++i) {
    const double d = static_cast<double>(values[i]) - mean;
    lanes[0] += d * d;
  }
  return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

}  // namespace executorch::kernels::portable
