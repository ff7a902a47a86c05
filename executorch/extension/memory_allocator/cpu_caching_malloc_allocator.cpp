#include <executorch/extension/memory_allocator/cpu_caching_malloc_allocator.h>
#include <executorch/extension/memory_allocator/memory_allocator_utils.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstdlib>

namespace executorch {
namespace extension {

CPUCachingAllocator::CPUCachingAllocator(uint32_t max_size)
    : MemoryAllocator(0, nullptr), max_size_(max_size) {}

CPUCachingAllocator::~CPUCachingAllocator() { free_all(); }

void* CPUCachingAllocator::allocate(size_t size, size_t alignment) {
  if (!isPowerOf2(alignment)) {
    ET_LOG(Error, "alignment %zu is no power of two", alignment);
    return nullptr;
  }
  alignment = std::max(alignment, kCachingAllocatorDefaultAlignment);
  const auto nbytes = utils::get_aligned_size(size, alignment);
  if (!nbytes.ok()) {
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<void*>& kept = kept_[*nbytes];
  void* memory = nullptr;
  if (!kept.empty()) {
    memory = kept.back();
    kept.pop_back();
  } else {
    memory = std::malloc(*nbytes);
    if (memory == nullptr) {
      ET_LOG(Error, "no memory for %zu bytes", size);
      return nullptr;
    }
    current_size_ += *nbytes;
  }
  in_use_.push_back({memory, *nbytes});
  return alignPointer(memory, alignment);
}

void CPUCachingAllocator::reset() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (current_size_ > max_size_) {
    free_all();
    return;
  }
  for (const Piece& piece : in_use_) {
    kept_[piece.nbytes].push_back(piece.memory);
  }
  in_use_.clear();
}

void CPUCachingAllocator::free_all() {
  for (const Piece& piece : in_use_) {
    std::free(piece.memory);
  }
  for (const auto& [nbytes, pieces] : kept_) {
    for (void* memory : pieces) {
      std::free(memory);
    }
  }
  in_use_.clear();
  kept_.clear();
  current_size_ = 0;
}

}  // namespace extension
}  // namespace executorch
