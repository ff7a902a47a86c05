#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// out = min(max(self, low), high) in the compute type of `common`, which is
/// also the result's dtype. An absent bound does nothing; NaN, in self or in a
/// bound, stays NaN.
void clamp_to(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              const std::optional<Scalar>& low,
              const std::optional<Scalar>& high, ScalarType common,
              Tensor& out);

}  // namespace executorch::kernels::portable
