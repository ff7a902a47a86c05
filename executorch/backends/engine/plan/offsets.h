#pragma once

#include <cstddef>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Bytes of the arena that are in use from step `first` to step `last`,
/// inclusive.
struct Block {
  size_t nbytes = 0;
  size_t first = 0;
  size_t last = 0;
  size_t offset = 0;
};

/// Gives each block an offset, a multiple of kAlignment, so that blocks in use
/// at the same time do not overlap. Places the larger ones first, each in the
/// smallest gap that holds it.
///
/// @param[out] total The bytes of the arena.
/// @returns False if that overflows.
bool assign_offsets(std::vector<Block>& blocks, size_t* total);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
