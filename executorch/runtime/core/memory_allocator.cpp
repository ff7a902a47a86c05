#include <executorch/runtime/core/memory_allocator.h>

namespace executorch {
namespace runtime {

void* MemoryAllocator::take(size_t size, size_t alignment) {
  if (!isPowerOf2(alignment)) {
    ET_LOG(Error, "alignment %zu is no power of two", alignment);
    return nullptr;
  }
  if (base_ == nullptr) {
    ET_LOG(Error, "%zu bytes wanted of an allocator without memory", size);
    return nullptr;
  }
  const auto next = reinterpret_cast<uintptr_t>(base_ + used_);
  const size_t padding = (0 - next) & (alignment - 1);
  const size_t available = size_ - used_;
  if (!internal::range_fits(padding, size, available)) {
    ET_LOG(
        Error,
        "allocation of %zu bytes aligned to %zu failed: %zu of %zu bytes left",
        size, alignment, available, static_cast<size_t>(size_));
    return nullptr;
  }
  uint8_t* const start = base_ + used_ + padding;
  used_ += padding + size;
  return start;
}

}  // namespace runtime
}  // namespace executorch
