#pragma once

#include <executorch/backends/engine/packing/packed_store.h>
#include <executorch/runtime/core/function_ref.h>

#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The columns b of matrix products, as panels of as many columns as a tile
/// takes: [panel][k][width], the last one as wide as the columns that are left,
/// rounded up to whole vectors. Numbers that are float16 are kept so.
class PackedPanels {
 public:
  /// Where the matrices come from, and who keeps them.
  struct Source {
    const char* name;  ///< of the operator: each has its own form
    const NodeView::Operand& operand;
    PackedStore& store;
  };
  /// Writes the panels of matrix `i` of the constant.
  using Pack =
      runtime::FunctionRef<void(const float* constant, size_t i, float* to)>;

  /// What is packed instead of the constant.
  using Prepare =
      runtime::FunctionRef<Error(const float* constant, AlignedBuffer& to)>;

  /// Packs `count` matrices [k, n], `numel` floats each. Not again what the
  /// store has.
  ///
  /// @param[in] prepare May be null.
  /// @retval Error::MemoryAllocationFailed
  Error make(const Source& source, size_t count, size_t numel, Pack pack,
             Prepare prepare = nullptr);

  bool is_made() const { return data_ != nullptr; }
  bool is_half() const { return is_half_; }
  size_t nbytes() const {
    return count_ * numel_ * (is_half_ ? sizeof(uint16_t) : sizeof(float));
  }
  /// Matrix `i`.
  const float* floats(size_t i) const {
    return static_cast<const float*>(data_) + i * numel_;
  }
  const uint16_t* halves(size_t i) const {
    return static_cast<const uint16_t*>(data_) + i * numel_;
  }

 private:
  Error fill(void* to, const float* constant, Pack pack) const;

  const void* data_ = nullptr;
  size_t count_ = 0;
  size_t numel_ = 0;
  bool is_half_ = false;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
