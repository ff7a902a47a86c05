#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>

#include <gtest/gtest.h>

namespace executorch::extension {
namespace {

TEST(MallocMemoryAllocatorTest, AllocatesAlignedPieces) {
  MallocMemoryAllocator allocator;
  for (const size_t alignment : {1, 16, 64, 4096}) {
    void* const piece = allocator.allocate(10, alignment);
    ASSERT_NE(piece, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(piece) % alignment, 0u);
  }
  EXPECT_NE(allocator.allocate(0), nullptr);
  EXPECT_EQ(allocator.allocate(8, 3), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX, 64), nullptr);
  allocator.reset();
  EXPECT_NE(allocator.allocate(8), nullptr);
}

}  // namespace
}  // namespace executorch::extension
