#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

namespace executorch::kernels::portable {

/// out = softmax, or log_softmax, of self along `dim`; the common part of
/// both kernels. Computes in float, or in double for Double. `half_to_float`
/// takes Half and gives Float.
void softmax_to(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                int64_t dim, bool half_to_float, bool logarithm, Tensor& out);

}  // namespace executorch::kernels::portable
