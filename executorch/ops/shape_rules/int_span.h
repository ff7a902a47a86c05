#pragma once

#include <executorch/ops/sizes.h>

#include <cstdint>

namespace executorch::ops {

/// Integers of an operator's argument that are no sizes (strides, padding),
/// not owned.
struct IntSpan {
  const int64_t* data = nullptr;
  size_t size = 0;

  int64_t operator[](size_t i) const { return data[i]; }
  /// Element `i` of a list that ATen extends: one entry serves each dimension.
  int64_t broadcast(size_t i) const { return size == 1 ? data[0] : data[i]; }
  bool fits(size_t dims) const { return size == 1 || size == dims; }
};

}  // namespace executorch::ops
