#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/operator_registry.h>

namespace executorch {
namespace kernels {

/// Tables of the kernels that certain programs name, and no others: what
/// rushlight_selective_build() links into a target. Register each of them. They
/// live as long as the process.
runtime::Span<const runtime::Span<const runtime::Kernel>> selected_kernels();

}  // namespace kernels
}  // namespace executorch
