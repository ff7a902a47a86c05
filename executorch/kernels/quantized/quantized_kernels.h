#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/operator_registry.h>

namespace executorch::kernels::quantized {

/// The kernels on quantized tensors, one for each of their operator rows that
/// names one, in the order of the rows. The table is constant and lives as long
/// as the program; hand it to `runtime::register_kernels` or to a loader.
runtime::Span<const runtime::Kernel> quantized_kernels();

}  // namespace executorch::kernels::quantized
