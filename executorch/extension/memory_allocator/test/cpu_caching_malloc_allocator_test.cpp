#include <executorch/extension/memory_allocator/cpu_caching_malloc_allocator.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace executorch::extension {
namespace {

TEST(CpuCachingAllocator, BytesThatDoNotFitAreNotAllocated) {
  CPUCachingAllocator allocator(1024);
  EXPECT_EQ(allocator.allocate(SIZE_MAX), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX - 64, 128), nullptr);
}

TEST(CpuCachingAllocator, KeptMemoryIsAlignedForEachRequest) {
  CPUCachingAllocator allocator(1 << 20);
  for (int round = 0; round < 3; ++round) {
    for (size_t alignment : {64u, 256u, 4096u}) {
      void* const memory = allocator.allocate(100, alignment);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
    }
    allocator.reset();
  }
}

}  // namespace
}  // namespace executorch::extension
