#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/operator_registry.h>

namespace executorch::kernels {

/// The kernel tables of this build: primitive operators, portable and
/// quantized kernels. Names are unique over all tables. The tables are constant
/// and live as long as the program.
runtime::Span<const runtime::Span<const runtime::Kernel>> all_kernels();

}  // namespace executorch::kernels
