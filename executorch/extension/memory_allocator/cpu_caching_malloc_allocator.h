#pragma once

#include <executorch/runtime/core/memory_allocator.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace executorch {
namespace extension {

/// Bytes to which CPUCachingAllocator aligns at least.
constexpr size_t kCachingAllocatorDefaultAlignment = 64;

/// Takes memory from malloc() and keeps it over reset(), to hand it out again
/// for requests of the same size. For temporary memory of methods that run
/// again and again. Thread-safe, except for the destructor.
class CPUCachingAllocator : public runtime::MemoryAllocator {
 public:
  /// @param[in] max_size How many bytes may be kept over reset(). More can be
  /// in
  ///     use before: reset() then frees all of them.
  explicit CPUCachingAllocator(uint32_t max_size);
  CPUCachingAllocator(const CPUCachingAllocator&) = delete;
  CPUCachingAllocator& operator=(const CPUCachingAllocator&) = delete;
  ~CPUCachingAllocator() override;

  /// Returns memory that is valid until reset(), or nullptr if there is none or
  /// `alignment` is no power of two.
  void* allocate(size_t size,
                 size_t alignment = kCachingAllocatorDefaultAlignment) override;

  /// Takes all memory back.
  void reset() override;

 private:
  struct Piece {
    void* memory;
    size_t nbytes;
  };

  void free_all();

  std::mutex mutex_;
  std::vector<Piece> in_use_;
  /// By their bytes.
  std::unordered_map<size_t, std::vector<void*>> kept_;
  const size_t max_size_;
  /// Bytes in use and kept.
  size_t current_size_ = 0;
};

}  // namespace extension
}  // namespace executorch
