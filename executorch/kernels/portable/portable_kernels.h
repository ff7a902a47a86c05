#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/operator_registry.h>

namespace executorch::kernels::portable {

/// The portable kernels, one for each operator row that names one, in the
/// order of the rows. The table is constant and lives as long as the program;
/// hand it to `runtime::register_kernels` or to a Method's loader.
runtime::Span<const runtime::Kernel> portable_kernels();

}  // namespace executorch::kernels::portable
