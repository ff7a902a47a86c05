#include <executorch/exir/plan/offsets.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace executorch::exir {
namespace {

using Order = std::vector<size_t>;
using Less = std::function<bool(const Block&, const Block&)>;

bool overlaps(const Block& a, const Block& b) {
  return a.first <= b.last && b.first <= a.last;
}

/// Lowest offset at which `block` meets none of `placed` (sorted by offset).
uint64_t lowest_offset(const Block& block,
                       const std::vector<const Block*>& placed) {
  uint64_t offset = 0;
  for (const Block* other : placed) {
    if (!overlaps(block, *other)) {
      continue;
    }
    if (other->offset >= offset + align_up(block.nbytes)) {
      break;
    }
    offset = std::max(offset, other->offset + align_up(other->nbytes));
  }
  return offset;
}

uint64_t place(std::vector<Block>& blocks, const Order& order) {
  std::vector<const Block*> placed;
  uint64_t total = 0;
  for (const size_t i : order) {
    Block& block = blocks[i];
    if (block.nbytes == 0) {
      block.offset = 0;
      continue;
    }
    block.offset = lowest_offset(block, placed);
    total = std::max(total, block.offset + align_up(block.nbytes));
    const auto at = std::upper_bound(
        placed.begin(), placed.end(), &block,
        [](const Block* a, const Block* b) { return a->offset < b->offset; });
    placed.insert(at, &block);
  }
  return total;
}

Order sorted(const std::vector<Block>& blocks, const Less& less) {
  Order order(blocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return less(blocks[a], blocks[b]);
  });
  return order;
}

}  // namespace

uint64_t assign_offsets(std::vector<Block>& blocks) {
  const Less orders[] = {
      [](const Block& a, const Block& b) { return a.nbytes > b.nbytes; },
      [](const Block& a, const Block& b) {
        return std::pair(a.first, b.nbytes) < std::pair(b.first, a.nbytes);
      },
      [](const Block& a, const Block& b) {
        return std::pair(a.last - a.first, a.nbytes) >
               std::pair(b.last - b.first, b.nbytes);
      },
  };
  std::vector<Block> best;
  uint64_t best_total = 0;
  for (const Less& less : orders) {
    std::vector<Block> attempt = blocks;
    const uint64_t total = place(attempt, sorted(attempt, less));
    if (best.empty() || total < best_total) {
      best = std::move(attempt);
      best_total = total;
    }
  }
  blocks = std::move(best);
  return best_total;
}

}  // namespace executorch::exir
