#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/operator_registry.h>

namespace executorch {
namespace kernels {

/// The kernels for sizes, numbers and views, which every program may use. The
/// table lives as long as the process.
runtime::Span<const runtime::Kernel> prim_ops_kernels();

}  // namespace kernels
}  // namespace executorch
