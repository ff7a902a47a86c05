#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Windows of planes [H, W, C] at places of one row that follow one another and
/// have the same taps within the plane.
template <typename T>
struct WindowRun {
  /// Channels [first, first + count) of it.
  WindowRun of_channels(size_t first, size_t count) const {
    WindowRun part = *this;
    part.from += first;
    part.to += first;
    part.channels = count;
    return part;
  }

  const T* from;       ///< channels of the place where the first window starts
  size_t from_step;    ///< to the next window
  const size_t* taps;  ///< offsets from the start of a window
  size_t n_taps;
  size_t row_taps;  ///< so many are next to one another; 0: they are not
  size_t tap_step;  ///< from one to the next of these
  T* to;
  size_t to_step;
  size_t places;
  size_t channels;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
