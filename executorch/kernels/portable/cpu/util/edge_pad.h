#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

namespace executorch::kernels::portable {

/// Pads the last `dims` dimensions with reflected elements, or with the
/// nearest ones. Negative padding cuts.
void pad_edges(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
               IntArrayRef padding, size_t dims, bool reflects, Tensor& out);

}  // namespace executorch::kernels::portable
