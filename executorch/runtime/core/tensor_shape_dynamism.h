#pragma once

#include <cstdint>

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {

/// How the sizes of a tensor may change while a program runs. The numbers are
/// those of the program file.
enum class TensorShapeDynamism : uint8_t {
  /// Never.
  STATIC = 0,
  /// Up to the sizes that the tensor has at load.
  DYNAMIC_BOUND = 1,
  /// Without a bound known in advance.
  DYNAMIC_UNBOUND = 2,
};

}  // namespace runtime
}  // namespace executorch
