#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace executorch::exir {

/// The elements, `width` bytes each, of a dense tensor that lies in the order
/// `from`, in the order `to` (dimensions from the outermost in memory to the
/// innermost).
std::vector<std::byte> reordered(std::span<const std::byte> elements,
                                 std::span<const int64_t> sizes,
                                 std::span<const uint8_t> from,
                                 std::span<const uint8_t> to, size_t width);

/// 0, 1, 2, …
std::vector<uint8_t> row_major_order(size_t rank);

}  // namespace executorch::exir
