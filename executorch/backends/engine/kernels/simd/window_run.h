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
  const T* from;       ///< channels of the place where the first window starts
  size_t from_step;    ///< to the next window
  const size_t* taps;  ///< offsets from the start of a window
  size_t n_taps;
  T* to;
  size_t to_step;
  size_t places;
  size_t channels;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
