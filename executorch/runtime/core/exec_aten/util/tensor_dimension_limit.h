#pragma once

#include <cstddef>

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {

/// Tensors have at most this many dimensions.
constexpr size_t kTensorDimensionLimit = 16;

}  // namespace runtime
}  // namespace executorch
