#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/platform/platform.h>

namespace executorch {
namespace runtime {
namespace internal {

/// Takes each piece from the platform's et_pal_allocate() and gives all back on
/// reset() and in the destructor.
class PlatformMemoryAllocator final : public MemoryAllocator {
 public:
  PlatformMemoryAllocator() : MemoryAllocator(0, nullptr) {}
  ~PlatformMemoryAllocator() override { release(); }

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    size_t nbytes = 0;
    if (!isPowerOf2(alignment) ||
        add_overflows(size, sizeof(Block) + alignment - 1, &nbytes)) {
      ET_LOG(Error, "%zu bytes aligned to %zu wanted", size, alignment);
      return nullptr;
    }
    auto* const block = static_cast<Block*>(pal_allocate(nbytes));
    if (block == nullptr) {
      ET_LOG(Error, "the platform has no %zu bytes", nbytes);
      return nullptr;
    }
    block->next = head_;
    head_ = block;
    return alignPointer(block + 1, alignment);
  }

  void reset() override { release(); }

  PlatformMemoryAllocator(const PlatformMemoryAllocator&) = delete;
  PlatformMemoryAllocator& operator=(const PlatformMemoryAllocator&) = delete;

 private:
  struct Block {
    Block* next;
  };

  void release() {
    while (head_ != nullptr) {
      Block* const next = head_->next;
      pal_free(head_);
      head_ = next;
    }
  }

  Block* head_ = nullptr;
};

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
