#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// True if the two dtypes agree and elements can be moved as bytes; otherwise
/// reports and fails.
bool check_movable(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, const Tensor& out);

/// Copies a part of `src` that starts at element `src_first` to a part of
/// `dst` that starts at `dst_first`, with conversion of dtype: the nest's
/// operand 0 is walked in dst, operand 1 in src.
bool copy_part(KernelRuntimeContext& ctx, const char* op, const LoopNest& nest,
               Tensor& dst, int64_t dst_first, const Tensor& src,
               int64_t src_first);

/// Copies all elements of `src`, which broadcasts to `dst`, whatever the
/// dtypes and dim orders. False, reported, if a dtype does not convert.
bool copy_broadcast(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& src, Tensor& dst);

/// Copies `src` to `dst` element by element in index order; their numbers of
/// elements agree, their sizes need not. `dst` may be `src`'s memory.
bool copy_in_index_order(KernelRuntimeContext& ctx, const char* op,
                         const Tensor& src, Tensor& dst);

/// True if out's memory follows `dim_order` (default order if absent);
/// otherwise reports and fails.
bool check_dim_order(KernelRuntimeContext& ctx, const char* op,
                     const std::optional<IntArrayRef>& dim_order,
                     const Tensor& self, const Tensor& out);

/// Rejects non-blocking copies, which this runtime does not have.
bool check_blocking(KernelRuntimeContext& ctx, const char* op,
                    bool non_blocking);

}  // namespace executorch::kernels::portable
