#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/packing/packed_section.h>
#include <executorch/runtime/core/function_ref.h>

#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// What the kernels of one graph keep of its constants: weights in the form
/// that their loops read, and what they found out about them. It is asked for
/// in the same order whenever the graph is compiled for the same kind of CPU,
/// so that the blocks of an earlier start serve one after the other.
class PackedStore {
 public:
  /// Which constant, in which sizes, as how many matrices, and whether as
  /// halves; `name` is that of the operator whose form it is.
  struct Key {
    std::string_view name;
    ValueId constant_id;
    std::vector<int64_t> sizes;
    size_t count;
    bool is_half;

    bool operator<(const Key& other) const {
      return std::tie(name, constant_id, sizes, count, is_half) <
             std::tie(other.name, other.constant_id, other.sizes, other.count,
                      other.is_half);
    }
  };

  /// Writes a block; its memory is kAlignment.
  using Fill = runtime::FunctionRef<Error(void* to)>;

  PackedStore() = default;
  /// Takes the blocks of `known`, if it is not null, as long as they are those
  /// that are asked for.
  explicit PackedStore(std::unique_ptr<PackedSection> known)
      : known_(std::move(known)) {}

  /// The next block, filled unless it is known. It lives as long as this.
  ///
  /// @param[in] name Of what is in it.
  /// @retval Error::MemoryAllocationFailed
  Result<const void*> block(std::string_view name, size_t nbytes, Fill fill);
  /// The same, once for all kernels that ask with one key.
  Result<const void*> shared_block(const Key& key, size_t nbytes, Fill fill);

  /// In the order in which they were asked for.
  const std::vector<PackedBlock>& blocks() const { return blocks_; }
  /// Whether all of them were known, and no more.
  bool is_known() const {
    return known_ != nullptr && buffers_.empty() &&
           blocks_.size() == known_->blocks().size();
  }
  /// Bytes of memory that were filled here.
  size_t nbytes() const;

 private:
  const void* find_known(const PackedBlock& wanted) const;

  std::unique_ptr<PackedSection> known_;
  std::vector<PackedBlock> blocks_;
  std::vector<AlignedBuffer> buffers_;
  std::map<Key, const void*> shared_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
