#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/runtime/core/function_ref.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The columns b of matrix products, as panels of as many columns as a tile
/// takes: [panel][k][width], the last one as wide as the columns that are left,
/// rounded up to whole vectors. Numbers that are float16 are kept so.
class PackedPanels {
 public:
  /// Packs `count` matrices [k, n]; pack(i, to) writes panels of the i-th,
  /// `numel` floats.
  Error make(size_t count, size_t numel, bool is_half,
             runtime::FunctionRef<void(size_t i, float* to)> pack);

  bool is_made() const { return buffer_.data() != nullptr; }
  bool is_half() const { return is_half_; }
  size_t nbytes() const { return buffer_.nbytes(); }
  /// Matrix `i`.
  const float* floats(size_t i) const {
    return buffer_.as<float>() + i * numel_;
  }
  const uint16_t* halves(size_t i) const {
    return buffer_.as<uint16_t>() + i * numel_;
  }

 private:
  AlignedBuffer buffer_;
  size_t numel_ = 0;
  bool is_half_ = false;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
