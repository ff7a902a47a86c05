#include <executorch/runtime/core/memory_allocator.h>

#include <gtest/gtest.h>

#include <executorch/runtime/core/hierarchical_allocator.h>

namespace executorch::runtime {
namespace {

TEST(MemoryAllocatorTest, HandsOutAlignedPieces) {
  alignas(64) uint8_t memory[128];
  MemoryAllocator allocator(sizeof(memory), memory);
  EXPECT_EQ(allocator.allocate(1, 1), memory);
  EXPECT_EQ(allocator.allocate(8, 32), memory + 32);
  EXPECT_EQ(allocator.used_size(), 40u);
  EXPECT_EQ(allocator.free_size(), 88u);
}

TEST(MemoryAllocatorTest, RefusesWhatDoesNotFit) {
  alignas(16) uint8_t memory[32];
  MemoryAllocator allocator(sizeof(memory), memory);
  EXPECT_EQ(allocator.allocate(33, 1), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX, 1), nullptr);
  EXPECT_EQ(allocator.allocate(4, 3), nullptr);
  EXPECT_EQ(allocator.allocateList<uint64_t>(SIZE_MAX / 4), nullptr);
  EXPECT_NE(allocator.allocate(32, 1), nullptr);
  EXPECT_EQ(allocator.allocate(1, 1), nullptr);
  EXPECT_EQ(allocator.allocate(1, 1u << 31), nullptr);
}

TEST(MemoryAllocatorTest, ResetTakesEverythingBack) {
  alignas(16) uint8_t memory[16];
  MemoryAllocator allocator(sizeof(memory), memory);
  EXPECT_NE(allocator.allocate(16), nullptr);
  allocator.reset();
  EXPECT_NE(allocator.allocate(16), nullptr);
}

TEST(MemoryAllocatorTest, WithoutMemoryGivesNothing) {
  MemoryAllocator allocator(0, nullptr);
  EXPECT_EQ(allocator.allocate(1), nullptr);
  EXPECT_EQ(allocator.free_size(), 0u);
}

TEST(HierarchicalAllocatorTest, ChecksBufferAndRange) {
  uint8_t a[8];
  uint8_t b[16];
  Span<uint8_t> buffers[] = {{a, sizeof(a)}, {b, sizeof(b)}};
  HierarchicalAllocator allocator({buffers, 2});
  EXPECT_EQ(*allocator.get_offset_address(1, 4, 12), b + 4);
  EXPECT_EQ(allocator.get_offset_address(0, 4, 5).error(),
            Error::MemoryAllocationFailed);
  EXPECT_EQ(allocator.get_offset_address(2, 0, 1).error(),
            Error::InvalidArgument);
  EXPECT_EQ(allocator.get_offset_address(0, SIZE_MAX, 2).error(),
            Error::InvalidArgument);
}

}  // namespace
}  // namespace executorch::runtime
