#pragma once

#include <executorch/backends/engine/kernels/simd/window_run.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>
#include <executorch/runtime/core/function_ref.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The windows of planes [N, H, W, C], one output row after the other, as runs
/// of places whose windows have the same taps within the plane.
class WindowRuns {
 public:
  explicit WindowRuns(const WindowShape& shape);

  size_t n_rows() const {
    return static_cast<size_t>(shape_.batch * shape_.out[0]);
  }
  /// What a thread needs.
  size_t scratch_nbytes() const {
    return align_up(static_cast<size_t>(shape_.taps()) * 2 * sizeof(size_t));
  }

  /// A run, with the indices of its taps in the window and its first place.
  template <typename T>
  using Take =
      runtime::FunctionRef<void(const WindowRun<T>& run, const size_t* taps,
                                int64_t row, int64_t column)>;
  /// Calls take() for the runs of one of the rows. Of float and uint8_t.
  template <typename T>
  void for_each_run(size_t row, const T* x, T* y, void* scratch,
                    Take<T> take) const;

 private:
  using Range = WindowShape::Range;

  /// Places of a row whose windows have these columns of taps within the plane.
  struct Columns {
    int64_t begin;
    int64_t end;
    Range taps;
  };

  size_t find_taps(Range rows, Range columns, size_t* offsets,
                   size_t* indices) const;

  const WindowShape& shape_;
  std::vector<Columns> columns_;  ///< in order, of each row
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
