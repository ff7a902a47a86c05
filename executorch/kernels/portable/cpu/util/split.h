#pragma once

#include <executorch/kernels/portable/cpu/util/slice.h>

namespace executorch::kernels::portable {

/// The parts of `self` along `dim` go to the tensors of `out`; part i has
/// sizes[i] elements, or `size` (the last one fewer) without a list. A wrong
/// number of results and sizes that do not add up are reported and fail.
void split_to(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              std::optional<IntArrayRef> sizes, int64_t size, int64_t dim,
              ArrayRef<Tensor> out);

}  // namespace executorch::kernels::portable
