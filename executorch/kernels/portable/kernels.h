#pragma once

#include <executorch/kernels/portable/kernel_rows.h>

/// \file
/// Declares every portable kernel of the operator rows, with the parameters
/// that its schema gives it:
///   Tensor& add_out(KernelRuntimeContext& ctx, const Tensor& self,
///                   const Tensor& other, const Scalar& alpha, Tensor& out);
/// A kernel resizes its results, never allocates and never aborts. What it
/// refuses is logged and becomes `ctx.failure_state()`; the results are then
/// unspecified. Tensors may have any DimOrder unless a message says otherwise.
/// A pointwise kernel's result may be the memory of an argument of the same
/// sizes, element size and dim order.
/// The rows that are declared: all, or in the source of one operator its own.
#ifndef ET_KERNEL_ROWS
#define ET_KERNEL_ROWS <executorch/ops/portable_ops.def>
#endif

namespace executorch::kernels::portable {

namespace rows {
#define ET_OP ET_ROW_TYPE
#include ET_KERNEL_ROWS
#undef ET_OP
}  // namespace rows

#define ET_OP ET_ROW_FUNCTION
#include ET_KERNEL_ROWS
#undef ET_OP

}  // namespace executorch::kernels::portable
