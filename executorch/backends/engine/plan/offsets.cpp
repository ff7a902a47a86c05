#include <executorch/backends/engine/plan/offsets.h>

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/runtime/core/checked_math.h>

#include <algorithm>

namespace executorch::backends::engine {
namespace {

constexpr size_t kMaxSearchedBlocks = 1 << 15;

bool meets(const Block& a, const Block& b) {
  return a.first <= b.last && b.first <= a.last;
}

/// Rounds the sizes up; false if all of them together overflow.
bool round_sizes(std::vector<Block>& blocks) {
  size_t sum = 0;
  for (Block& block : blocks) {
    if (runtime::internal::add_overflows(block.nbytes, kAlignment - 1,
                                         &block.nbytes)) {
      return false;
    }
    block.nbytes -= block.nbytes % kAlignment;
    if (runtime::internal::add_overflows(sum, block.nbytes, &sum)) {
      return false;
    }
  }
  return true;
}

/// One block behind the other: the time of a search for gaps grows with the
/// square of their number, which files decide.
void place_in_line(std::vector<Block>& blocks, size_t* total) {
  for (Block& block : blocks) {
    block.offset = *total;
    *total += block.nbytes;
  }
}

/// Where the smallest gap between `placed` (by offset) that holds the block
/// begins, or the end of them all.
size_t best_fit(const Block& block, const std::vector<const Block*>& placed) {
  size_t best = 0;
  size_t best_gap = SIZE_MAX;
  size_t end = 0;
  for (const Block* other : placed) {
    if (!meets(block, *other)) {
      continue;
    }
    const size_t gap = other->offset > end ? other->offset - end : 0;
    if (gap >= block.nbytes && gap < best_gap) {
      best = end;
      best_gap = gap;
    }
    end = std::max(end, other->offset + other->nbytes);
  }
  return best_gap == SIZE_MAX ? end : best;
}

}  // namespace

bool assign_offsets(std::vector<Block>& blocks, size_t* total) {
  *total = 0;
  if (!round_sizes(blocks)) {
    return false;
  }
  if (blocks.size() > kMaxSearchedBlocks) {
    place_in_line(blocks, total);
    return true;
  }
  std::vector<Block*> order;
  for (Block& block : blocks) {
    if (block.nbytes != 0) {
      order.push_back(&block);
    }
  }
  std::stable_sort(
      order.begin(), order.end(),
      [](const Block* a, const Block* b) { return a->nbytes > b->nbytes; });
  std::vector<const Block*> placed;
  for (Block* block : order) {
    block->offset = best_fit(*block, placed);
    *total = std::max(*total, block->offset + block->nbytes);
    const auto at = std::upper_bound(
        placed.begin(), placed.end(), block,
        [](const Block* a, const Block* b) { return a->offset < b->offset; });
    placed.insert(at, block);
  }
  return true;
}

}  // namespace executorch::backends::engine
