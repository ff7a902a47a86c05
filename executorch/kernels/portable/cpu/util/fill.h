#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// Writes `value`, converted to out's dtype, to every element of out.
/// \returns false, reported, if the dtype has no conversion.
bool fill(KernelRuntimeContext& ctx, const char* op, const Scalar& value,
          Tensor& out);

}  // namespace executorch::kernels::portable
