#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <array>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What the ways to compute a 3x3 convolution cost, in multiply-adds: weights
/// come from memory, and transforms are loads and stores.
class WinogradCosts {
 public:
  /// Of planes in [N, H, W, C].
  WinogradCosts(const Conv2d& op, const TensorType& x, const TensorType& y)
      : batch_(x.sizes[0]),
        rows_(y.sizes[1]),
        columns_(y.sizes[2]),
        dilation_(op.window.dilation),
        channels_(x.sizes[3]),
        outputs_(y.sizes[3]) {}

  double direct() const { return of(batch_ * rows_ * columns_, 9, 0); }
  double of_tiles(int64_t side) const {
    const auto along = [side](int64_t size, int64_t dilation) {
      return dilation * ((size + dilation * side - 1) / (dilation * side));
    };
    return of(
        batch_ * along(rows_, dilation_[0]) * along(columns_, dilation_[1]),
        (side + 2) * (side + 2), kTransform);
  }

 private:
  static constexpr double kWeight = 30;
  static constexpr double kTransform = 8;

  double of(int64_t places, int64_t elements, double transform) const {
    const auto n = static_cast<double>(elements);
    const auto in = static_cast<double>(channels_);
    const auto out = static_cast<double>(outputs_);
    return n *
           (static_cast<double>(places) * (in * out + transform * (in + out)) +
            kWeight * in * out);
  }

  int64_t batch_;
  int64_t rows_;
  int64_t columns_;
  std::array<int64_t, 2> dilation_;
  int64_t channels_;
  int64_t outputs_;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
