#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What a normalization makes of a row: y = (x - mean) * scale * weight + bias.
struct RowNorm {
  const float* weight;  ///< null: 1
  const float* bias;    ///< null: 0
  float epsilon;
  bool is_centred = true;  ///< else the mean is taken for 0
};

/// Loops of one target, over rows of n >= 1 elements.
struct RowLoops {
  /// Sums are of many partial ones, so that their errors stay small.
  float (*sum)(const float* x, size_t n);
  /// y may be x.
  void (*softmax)(const float* x, float* y, size_t n);
  void (*log_softmax)(const float* x, float* y, size_t n);
  void (*norm)(const float* x, float* y, size_t n, const RowNorm& norm,
               float* mean, float* scale);
  /// y[i] = x[i] * scale + shift; y may be x.
  void (*scale)(const float* x, float* y, size_t n, float scale, float shift);
  /// y[i] += x[i]
  void (*add)(const float* x, float* y, size_t n);
};

/// Those of the best target of this CPU.
RowLoops row_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
