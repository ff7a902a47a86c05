#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

/// The boxed kernels behind the table. Each takes exactly the arguments of its
/// operator and the result; others are refused with Error::InvalidProgram,
/// types it does not take with Error::InvalidType, and values that have no
/// result (a division by zero, an overflow) with Error::InvalidArgument.
namespace executorch {
namespace kernels {
namespace prim_ops {

using runtime::EValue;
using runtime::KernelRuntimeContext;
using runtime::Span;

// Of two numbers: (a, b, result). Integers give an integer, otherwise both are
// taken as doubles.
void add(KernelRuntimeContext& context, Span<EValue*> stack);
void sub(KernelRuntimeContext& context, Span<EValue*> stack);
void mul(KernelRuntimeContext& context, Span<EValue*> stack);
/// Rounds down, as Python does.
void floordiv(KernelRuntimeContext& context, Span<EValue*> stack);
/// Always a double.
void truediv(KernelRuntimeContext& context, Span<EValue*> stack);
/// Of integers; the sign is that of b, as in Python.
void mod(KernelRuntimeContext& context, Span<EValue*> stack);
/// Of integers.
void sym_max(KernelRuntimeContext& context, Span<EValue*> stack);
void sym_min(KernelRuntimeContext& context, Span<EValue*> stack);

// Comparisons of two numbers or two bools: (a, b, result).
void eq(KernelRuntimeContext& context, Span<EValue*> stack);
void ne(KernelRuntimeContext& context, Span<EValue*> stack);
void gt(KernelRuntimeContext& context, Span<EValue*> stack);
void ge(KernelRuntimeContext& context, Span<EValue*> stack);
void lt(KernelRuntimeContext& context, Span<EValue*> stack);
void le(KernelRuntimeContext& context, Span<EValue*> stack);

// Of one number: (a, result).
void neg(KernelRuntimeContext& context, Span<EValue*> stack);
void sym_float(KernelRuntimeContext& context, Span<EValue*> stack);
void sym_int(KernelRuntimeContext& context, Span<EValue*> stack);
void sym_not(KernelRuntimeContext& context, Span<EValue*> stack);
// Of a double, to an integer; round() takes ties to the even neighbour.
void ceil(KernelRuntimeContext& context, Span<EValue*> stack);
void round(KernelRuntimeContext& context, Span<EValue*> stack);
void trunc(KernelRuntimeContext& context, Span<EValue*> stack);

/// (condition, a, b, result): a if the condition holds, else b.
void sym_ite(KernelRuntimeContext& context, Span<EValue*> stack);

/// (tensor, dim, result): the size along a dimension, counted from the end if
/// negative.
void sym_size(KernelRuntimeContext& context, Span<EValue*> stack);
/// (tensor, result): the number of elements.
void sym_numel(KernelRuntimeContext& context, Span<EValue*> stack);
/// (tensor, result): the first element.
void local_scalar_dense(KernelRuntimeContext& context, Span<EValue*> stack);

/// (tensor, sizes, view): makes `view` a tensor of these sizes on the data of
/// `tensor`; one size may be -1.
void et_view(KernelRuntimeContext& context, Span<EValue*> stack);
/// (to, from, index): copies `from` to row `index` of `to`, which becomes
/// index + 1 rows long.
void et_copy_index(KernelRuntimeContext& context, Span<EValue*> stack);

/// Returns whether the stack holds `count` values; reports to the context if
/// not.
bool check_count(KernelRuntimeContext& context, Span<EValue*> stack,
                 size_t count);

/// Reports a value of a type that the kernel does not take.
void fail_type(KernelRuntimeContext& context, const EValue& value);

}  // namespace prim_ops
}  // namespace kernels
}  // namespace executorch
