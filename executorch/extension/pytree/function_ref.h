#pragma once

#include <executorch/runtime/core/function_ref.h>

namespace executorch {
namespace extension {
namespace pytree {
using runtime::FunctionRef;
}  // namespace pytree
}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace pytree {
using ::executorch::extension::pytree::FunctionRef;
}  // namespace pytree
}  // namespace executor
}  // namespace torch
