#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/portable/cpu/util/strided.h>

namespace executorch::kernels::portable {

/// A window along one dimension: positions [first, last) with a step.
struct Window {
  int64_t first = 0;
  int64_t last = 0;
  int64_t step = 1;

  int64_t size() const {
    return first < last ? (last - first + step - 1) / step : 0;
  }
};

/// The planes of [N, C, H, W] or [C, H, W] tensors with their strides.
struct Planes {
  int64_t batch = 1;
  int64_t channels = 0;
  int64_t height = 0;
  int64_t width = 0;
  int64_t strides[4] = {};  ///< batch, channel, row, column

  int64_t offset(int64_t n, int64_t c) const {
    return n * strides[0] + c * strides[1];
  }
};

inline Planes planes_of(const Tensor& tensor) {
  const size_t lead = static_cast<size_t>(tensor.dim()) - 3;
  Planes planes;
  planes.batch = lead == 0 ? 1 : tensor.sizes()[0];
  planes.strides[0] = lead == 0 ? 0 : tensor.strides()[0];
  planes.channels = tensor.sizes()[lead];
  planes.height = tensor.sizes()[lead + 1];
  planes.width = tensor.sizes()[lead + 2];
  for (size_t i = 0; i < 3; ++i) {
    planes.strides[1 + i] = tensor.strides()[lead + i];
  }
  return planes;
}

/// Type that sums of `T` are taken in.
template <class T>
using PoolSum = std::conditional_t<
    std::is_same_v<T, double>, double,
    std::conditional_t<std::is_integral_v<T>, int64_t, float>>;

/// Sum of a plane's elements in a window of rows and columns.
template <class T>
PoolSum<T> window_sum(const T* plane, const Planes& in, const Window& rows,
                      const Window& columns) {
  PoolSum<T> sum = 0;
  for (int64_t y = rows.first; y < rows.last; ++y) {
    const T* row = plane + y * in.strides[2];
    for (int64_t x = columns.first; x < columns.last; ++x) {
      sum += convert<T, PoolSum<T>>(row[x * in.strides[3]]);
    }
  }
  return sum;
}

/// Calls `f(n, c)` for every plane.
template <class F>
void for_each_plane(const Planes& planes, const F& f) {
  for (int64_t n = 0; n < planes.batch; ++n) {
    for (int64_t c = 0; c < planes.channels; ++c) {
      f(n, c);
    }
  }
}

}  // namespace executorch::kernels::portable
