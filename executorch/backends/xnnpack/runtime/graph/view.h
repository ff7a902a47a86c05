#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <cstdint>
#include <vector>

namespace executorch {
namespace backends {
namespace xnnpack {

/// A permutation of dimensions, as engine::Transpose has it; empty: none.
using Axes = std::vector<int32_t>;

/// A value that is at hand as `base` with its dimensions in another order: it
/// is Transpose{axes}(base). XNNPACK's images are [N, H, W, C], the engine's
/// [N, C, H, W]; what works element by element takes either, so that no
/// elements move between two convolutions.
struct View {
  engine::ValueId base = engine::kNoValue;
  Axes axes = {};
};

/// [N, H, W, C] from [N, C, H, W], and back.
inline const Axes& to_pixels() {
  static const Axes axes{0, 2, 3, 1};
  return axes;
}
inline const Axes& to_planes() {
  static const Axes axes{0, 3, 1, 2};
  return axes;
}

/// The permutation that undoes `axes`.
Axes inverse(const Axes& axes);
/// Transpose{second}(Transpose{first}(x)) as one; empty if it is none.
Axes composed(const Axes& first, const Axes& second);

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
