#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Tiles of at most so many results on a side; one reads two pixels more.
inline constexpr size_t kMaxWinogradSide = 6;

/// Where a tile is read: channels of its pixels, row by row.
struct WinogradInput {
  const float* pixels[kMaxWinogradSide * kMaxWinogradSide];
  size_t channels;
  float* to;           ///< of the first matrix
  size_t matrix_step;  ///< to the next matrix
};

/// Where it goes: results that lie outside of the plane are null.
struct WinogradOutput {
  float* pixels[kMaxWinogradSide * kMaxWinogradSide];
  const float* residuals[kMaxWinogradSide * kMaxWinogradSide];
  size_t channels;
  const float* from;
  size_t matrix_step;
  const float* bias;  ///< null: none
  bool has_residual;
  float min;
  float max;
};

/// Minimal filtering of 3x3 windows (Winograd 1980; Lavin and Gray 2016): tiles
/// of `side` x `side` results are products, element by element, of transformed
/// tiles and weights. One element of all tiles and channels is a matrix.
struct WinogradLoops {
  /// Transforms 3x3 weights of one channel and output, [3][3], to
  /// (side + 2)^2 elements.
  void (*weight)(const float* from, float* to);
  void (*input)(const WinogradInput& tile);
  /// False if a result is infinite or NaN before the residual and the bounds:
  /// then others of the tile may be so only because of it.
  bool (*output)(const WinogradOutput& tile);
  /// Weights again, [3][3], from `step`-th elements, up to rounding.
  void (*restore)(const float* from, size_t step, float* to);
};

/// Those of the best target of this CPU, for `side` 2 or 4. Transforms
/// interpolate at 0, 1, -1 and infinity, or at 0, +-3/4, +-3/2 and infinity,
/// whose rounding errors are about those of the sum itself.
WinogradLoops winograd_loops(size_t side);

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
