#pragma once

/// The namespaces of earlier releases. Sources that say `torch::executor::X`
/// find the X of `executorch::runtime` or `executorch::runtime::etensor`. This
/// is the only place in the runtime that knows the old names.

namespace executorch {
namespace runtime {
namespace internal {}
namespace etensor {}
}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using namespace ::executorch::runtime;
using namespace ::executorch::runtime::etensor;
namespace internal {
using namespace ::executorch::runtime::internal;
}  // namespace internal
}  // namespace executor
}  // namespace torch
