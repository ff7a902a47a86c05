#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <executorch/extension/memory_allocator/memory_allocator_utils.h>
#include <executorch/runtime/core/memory_allocator.h>

namespace executorch {
namespace extension {

/// Takes each piece from malloc() and frees all of them on reset() and in the
/// destructor.
class MallocMemoryAllocator : public runtime::MemoryAllocator {
 public:
  MallocMemoryAllocator() : MemoryAllocator(0, nullptr) {}
  ~MallocMemoryAllocator() override { release(); }
  MallocMemoryAllocator(const MallocMemoryAllocator&) = delete;
  MallocMemoryAllocator& operator=(const MallocMemoryAllocator&) = delete;

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    if (!isPowerOf2(alignment)) {
      ET_LOG(Error, "alignment %zu is no power of two", alignment);
      return nullptr;
    }
    const auto nbytes = utils::get_aligned_size(size, alignment);
    // malloc(0) may return nullptr.
    void* const piece =
        nbytes.ok() ? std::malloc(*nbytes == 0 ? 1 : *nbytes) : nullptr;
    if (piece == nullptr) {
      ET_LOG(Error, "no memory for %zu bytes", size);
      return nullptr;
    }
    pieces_.push_back(piece);
    return alignPointer(piece, alignment);
  }

  void reset() override { release(); }

 private:
  void release() {
    for (void* piece : pieces_) {
      std::free(piece);
    }
    pieces_.clear();
  }

  std::vector<void*> pieces_;
};

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::MallocMemoryAllocator;
}  // namespace util
}  // namespace executor
}  // namespace torch
