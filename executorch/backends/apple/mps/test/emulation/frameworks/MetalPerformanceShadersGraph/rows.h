#pragma once

#import "value.h"

#include <array>

namespace mps_emulation {

using Strides = std::vector<int64_t>;

/// Elements from one index to the next, for each dimension of a dense tensor.
Strides dense_strides(const Dims& dims);

/// Strides of an operand that is broadcast to `result`: 0 where it repeats.
Strides broadcast_strides(const Dims& operand, const Dims& result);

/// Joins dimensions of which the operands agree that they are one.
void coalesce(Dims& dims, Strides* strides, size_t n_operands);

/// Walks over `dims` in row-major order, a row of the innermost dimension at a
/// time: f(position, n, offsets, steps), where the offsets are into operands of
/// the given strides and the steps are their innermost strides.
template <size_t n, typename Function>
void for_each_row(Dims dims, std::array<Strides, n> strides, Function f) {
  coalesce(dims, strides.data(), n);
  const size_t last = dims.size() - 1;
  std::array<int64_t, n> offsets{};
  std::array<int64_t, n> steps;
  for (size_t k = 0; k < n; ++k) {
    steps[k] = strides[k][last];
  }
  Dims index(dims.size(), 0);
  const int64_t count = numel(dims);
  for (int64_t position = 0; position < count; position += dims[last]) {
    f(position, dims[last], offsets, steps);
    for (size_t axis = last; axis-- > 0;) {
      ++index[axis];
      for (size_t k = 0; k < n; ++k) {
        offsets[k] += strides[k][axis];
      }
      if (index[axis] < dims[axis]) {
        break;
      }
      for (size_t k = 0; k < n; ++k) {
        offsets[k] -= strides[k][axis] * dims[axis];
      }
      index[axis] = 0;
    }
  }
}

}  // namespace mps_emulation
