#pragma once

#include <cstddef>

namespace rushlight::test {

/// What the whole process has asked of the heap since the start.
struct HeapUse {
  size_t allocations = 0;
  size_t nbytes = 0;
};

/// Counts malloc, calloc, realloc, aligned allocations and operator new.
HeapUse heap_use();

}  // namespace rushlight::test
