#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

namespace executorch::kernels::portable {

/// Copies self to out, of which one is in the memory of a device, through the
/// allocator that is registered for that device. Both have one dtype and dim
/// order; out takes self's sizes.
void copy_across(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                 bool to_device, Tensor& out);

}  // namespace executorch::kernels::portable
