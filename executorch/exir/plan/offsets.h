#pragma once

#include <executorch/exir/plan/memory_plan.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace executorch::exir {

/// Bytes that are alive from instruction `first` to instruction `last`,
/// inclusive, and where they are put.
struct Block {
  uint64_t nbytes = 0;
  size_t first = 0;
  size_t last = 0;
  uint64_t offset = 0;
};

constexpr uint64_t align_up(uint64_t nbytes) {
  return (nbytes + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
}

/// Gives each block an offset so that blocks alive at the same time do not
/// overlap; returns the bytes of the whole. Places blocks one after the other
/// at the lowest free offset, in several orders, and keeps the smallest
/// result (greedy by size: Pisarchyk and Lee, "Efficient Memory Management for
/// Deep Neural Net Inference", 2020).
uint64_t assign_offsets(std::vector<Block>& blocks);

}  // namespace executorch::exir
