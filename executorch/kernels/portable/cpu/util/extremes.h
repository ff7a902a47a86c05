#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// Positions (and, if asked for, values) of the first smallest or largest
/// element along `dim`, or of all elements in index order without one. NaN
/// wins. Resizes the results; what does not fit is reported and fails.
void find_extremes(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, std::optional<int64_t> dim, bool keepdim,
                   bool largest, Tensor* values, Tensor& indices);

/// The smallest or largest value so far along `dim` and the last place that
/// had it.
void running_extremes(KernelRuntimeContext& ctx, const char* op,
                      const Tensor& self, int64_t dim, bool largest,
                      Tensor& values, Tensor& indices);

}  // namespace executorch::kernels::portable
