#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Products of one row with a matrix whose rows lie `stride` apart.
struct AttentionLoops {
  /// y[i] = sum over j of x[j] * matrix[i * stride + j], for n rows of `size`.
  void (*dot_rows)(const float* x, const float* matrix, size_t stride, size_t n,
                   size_t size, float* y);
  /// y[j] = sum over i of x[i] * matrix[i * stride + j], for n rows of `size`.
  void (*combine_rows)(const float* x, const float* matrix, size_t stride,
                       size_t n, size_t size, float* y);
};

/// Those of the best target of this CPU.
AttentionLoops attention_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
