#pragma once

#include <executorch/backends/engine/kernels/simd/window_run.h>
#include <executorch/backends/engine/kernels/util/requantize.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Channels of a depthwise convolution are computed in blocks, the largest ones
/// that fit, of at most a vector of bytes and at least this many; a rest is
/// filled up.
inline constexpr size_t kLeastChannels = 16;

/// Windows of planes [H, W, C] at places of one row that follow one another.
struct QuantizedRun {
  const uint8_t* const* taps;  ///< of the first window: where its taps are
  const size_t* steps;         ///< from a window to the next, by tap
  size_t n_taps;               ///< whole quads
  uint8_t* y;
  size_t y_step;
  size_t places;
  size_t channels;
};

/// What belongs to the channels, block by block in the order of the loops: see
/// place_of_channel().
struct QuantizedFilters {
  const int8_t* weights;   ///< for each block [n_taps / 4][channels][4]
  const int32_t* offsets;  ///< added to the sums
  const float* scales;
};

/// Loops of one target.
struct QuantizedWindowLoops {
  size_t max_channels;  ///< of a block; 0: there are none
  void (*weighted_sum)(const QuantizedRun& run, const QuantizedFilters& filters,
                       const Requantization& requantization);
  /// The largest over the taps, of which there are some or none (then 0).
  void (*maximum)(const WindowRun<uint8_t>& run);
};

/// Where a channel of a block of `width` stands: bytes of four taps are
/// interleaved within 16 channels, which leaves every fourth quad of channels
/// in one vector.
constexpr size_t place_of_channel(size_t channel, size_t width) {
  const size_t quad = channel % 16 / 4;
  return quad * width / 4 + channel / 16 * 4 + channel % 4;
}

/// The channels of the block that begins with `rest` channels left.
constexpr size_t channels_of_block(size_t max_channels, size_t rest) {
  size_t width = max_channels;
  while (width > kLeastChannels && width > rest) {
    width /= 2;
  }
  return width;
}

/// Those of the best target of this CPU.
QuantizedWindowLoops quantized_window_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
