#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

namespace executorch::kernels::portable {

/// aten::grid_sampler_2d and _3d: [N, C, *dims] read at grid [N, *out, dims],
/// whose coordinates go from -1 to 1, the last dimension first.
/// `interpolation`: 0 linear, 1 nearest, 2 cubic (2-d only); `padding`: 0
/// zeros, 1 border, 2 reflection.
void grid_sample(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                 const Tensor& grid, size_t dims, int64_t interpolation,
                 int64_t padding, bool align_corners, Tensor& out);

}  // namespace executorch::kernels::portable
