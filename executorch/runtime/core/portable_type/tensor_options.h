#pragma once

#include <cstdint>

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// Values of ATen's memory_format arguments.
enum class MemoryFormat : int8_t {
  Contiguous = 0,
  Preserve = 1,
};

/// Values of ATen's layout arguments.
enum class Layout : int8_t {
  Strided = 0,
};

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
