#pragma once

#include <executorch/kernels/portable/cpu/util/copy_ops.h>

namespace executorch::kernels::portable {

/// out = self with zeros above (lower) or below (not lower) the diagonal of
/// the matrices of its last two dimensions.
void keep_triangle(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, int64_t diagonal, bool lower,
                   Tensor& out);

}  // namespace executorch::kernels::portable
