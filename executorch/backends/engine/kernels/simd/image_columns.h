#pragma once

#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What a convolution multiplies its weights by, as a matrix: row (channel,
/// tap row, tap column), column (output row, output column).
class ImageColumns : public ColumnSource {
 public:
  /// `x` is the first channel of [C, H, W].
  ImageColumns(const WindowShape& shape, const float* x)
      : shape_(shape), x_(x) {}

  void pack(const GemmLoops& loops, size_t k, size_t depth, size_t column,
            size_t columns, size_t width, float* to) const override;

 private:
  /// Rows of one tap, for channels that follow one another.
  struct TapRows {
    const GemmLoops& loops;
    const float* plane;  ///< of the first channel
    size_t channels;
    int64_t tap_row;
    int64_t tap_column;
    float* to;
    size_t stride;  ///< from one channel to the next
  };

  void pack_tap(TapRows rows, int64_t column, int64_t columns) const;
  void pack_line(const TapRows& rows, int64_t line, int64_t column,
                 int64_t columns) const;

  const WindowShape& shape_;
  const float* x_;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
