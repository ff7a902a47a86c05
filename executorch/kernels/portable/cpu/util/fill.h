#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// Writes `value`, converted to out's dtype, to every element of out.
/// \returns false, reported, if the dtype has no conversion.
bool fill(KernelRuntimeContext& ctx, const char* op, const Scalar& value,
          Tensor& out);

/// True if `value` can be stored as `dtype` without overflow; otherwise reports
/// and fails. Infinities and NaN fit each real type; as in ATen a negative
/// number fits an unsigned type that its magnitude fits.
bool check_fits(KernelRuntimeContext& ctx, const char* op, const Scalar& value,
                ScalarType dtype);

}  // namespace executorch::kernels::portable
