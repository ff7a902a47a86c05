#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/runtime/core/function_ref.h>

#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// What kernels of one graph have packed, so that several with the same weights
/// have them once.
class PackedCache {
 public:
  /// The operator that packs, which constant in which sizes, as how many
  /// matrices, and whether as halves.
  using Key =
      std::tuple<const char*, ValueId, std::vector<int64_t>, size_t, bool>;

  std::shared_ptr<AlignedBuffer> find(const Key& key) const {
    const auto found = buffers_.find(key);
    return found == buffers_.end() ? nullptr : found->second;
  }
  void add(const Key& key, std::shared_ptr<AlignedBuffer> buffer) {
    buffers_.emplace(key, std::move(buffer));
  }

 private:
  std::map<Key, std::shared_ptr<AlignedBuffer>> buffers_;
};

namespace simd {

/// The columns b of matrix products, as panels of as many columns as a tile
/// takes: [panel][k][width], the last one as wide as the columns that are left,
/// rounded up to whole vectors. Numbers that are float16 are kept so.
class PackedPanels {
 public:
  /// Where the matrices come from.
  struct Source {
    const char* name;  ///< of the operator: each has its own form
    const NodeView::Operand& operand;
    PackedCache* cache;  ///< may be null
  };

  /// Packs `count` matrices [k, n]; pack(i, to) writes panels of the i-th,
  /// `numel` floats. Not again what the cache has.
  Error make(const Source& source, size_t count, size_t numel,
             runtime::FunctionRef<void(size_t i, float* to)> pack);
  /// Matrices that belong to one kernel.
  Error make(size_t count, size_t numel,
             runtime::FunctionRef<void(size_t i, float* to)> pack);

  bool is_made() const { return buffer_ != nullptr; }
  bool is_half() const { return is_half_; }
  /// Of what others have not packed.
  size_t nbytes() const { return is_first_ ? buffer_->nbytes() : 0; }
  /// Matrix `i`.
  const float* floats(size_t i) const {
    return buffer_->as<float>() + i * numel_;
  }
  const uint16_t* halves(size_t i) const {
    return buffer_->as<uint16_t>() + i * numel_;
  }

 private:
  Error fill(size_t count,
             runtime::FunctionRef<void(size_t i, float* to)> pack);

  std::shared_ptr<AlignedBuffer> buffer_;
  size_t numel_ = 0;
  bool is_half_ = false;
  bool is_first_ = false;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
