#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

namespace executorch::kernels::portable {

enum class Resampling { kNearest, kNearestExact, kLinear, kCubic };

using OptionalInts = std::optional<IntArrayRef>;
using OptionalFloats = std::optional<ArrayRef<double>>;

/// Resamples the last `dims` dimensions of [N, C, *dims] to `output_size` or
/// by `scale_factors`, exactly one of which is given. Resizes out; what does
/// not fit is reported and fails. Linear and cubic resampling take real
/// numbers and integers, which are rounded.
void resample(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
              const OptionalInts& output_size,
              const OptionalFloats& scale_factors, size_t dims,
              Resampling kind, bool align_corners, Tensor& out);

}  // namespace executorch::kernels::portable
