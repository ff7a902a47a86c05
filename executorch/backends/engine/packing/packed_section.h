#pragma once

#include <executorch/runtime/core/error.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Memory that kernels filled, and will not change any more.
struct PackedBlock {
  uint64_t name = 0;  ///< packed_name() of what is in it
  size_t nbytes = 0;
  const void* data = nullptr;  ///< kAlignment
};

/// A name as files have it.
uint64_t packed_name(std::string_view name);

/// The blocks of one graph in a mapped file.
class PackedSection {
 public:
  /// @param[in] mapping Of mmap(); this unmaps it.
  PackedSection(void* mapping, size_t nbytes, std::vector<PackedBlock> blocks)
      : mapping_(mapping), nbytes_(nbytes), blocks_(std::move(blocks)) {}
  ~PackedSection();
  PackedSection(const PackedSection&) = delete;
  PackedSection& operator=(const PackedSection&) = delete;

  const std::vector<PackedBlock>& blocks() const { return blocks_; }

 private:
  void* mapping_;
  size_t nbytes_;
  std::vector<PackedBlock> blocks_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
