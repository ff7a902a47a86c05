#pragma once

#include <executorch/kernels/portable/boxing.h>

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
#define ET_KERNEL_ROWS <executorch/ops/all_ops.def>
#endif

namespace executorch::kernels::portable {

namespace rows {
#define ET_OP(name, overload, schema, out_overload, shape, decompose, kernel) \
  ET_IF_KERNEL(                                                               \
      kernel, struct kernel {                                                 \
        static constexpr std::string_view kSchema = schema;                   \
        static constexpr ops::KernelName kName =                              \
            ops::kernel_name(schema, #out_overload);                          \
        static_assert(kName.valid, "operator name is too long");              \
      };)
#include ET_KERNEL_ROWS
#undef ET_OP
}  // namespace rows

#define ET_OP(name, overload, schema, out_overload, shape, decompose, kernel) \
  ET_IF_KERNEL(kernel, KernelFunction<rows::kernel> kernel;)
#include ET_KERNEL_ROWS
#undef ET_OP

}  // namespace executorch::kernels::portable
