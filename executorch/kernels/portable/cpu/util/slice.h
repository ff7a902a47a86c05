#pragma once

#include <executorch/kernels/portable/cpu/util/copy_ops.h>

namespace executorch::kernels::portable {

/// The elements of a tensor that a slice or a select addresses, as sizes,
/// strides and the first element.
struct TensorPart {
  LoopNest nest;  ///< operand 0 walks the part
  int64_t first = 0;
};

/// Part [start, end) with `step` along `dim`; bounds are clamped as in Python.
/// Arguments that the slice rule refuses are reported and fail.
bool slice_part(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor,
                int64_t dim, const std::optional<int64_t>& start,
                const std::optional<int64_t>& end, int64_t step,
                TensorPart& part);

/// Part at `index` (negative: from the end) along `dim`, which disappears.
bool select_part(KernelRuntimeContext& ctx, const char* op,
                 const Tensor& tensor, int64_t dim, int64_t index,
                 TensorPart& part);

/// Diagonal of the matrices over `dim1` and `dim2`, as the last dimension.
bool diagonal_part(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& tensor, int64_t offset, int64_t dim1,
                   int64_t dim2, TensorPart& part);

/// What `sizes`, `strides` and an offset address in a tensor of the default
/// dim order; elements outside of it are refused.
bool strided_part(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& tensor, IntArrayRef sizes, IntArrayRef strides,
                  std::optional<int64_t> offset, TensorPart& part);

/// Two dimensions change places.
bool transposed_part(KernelRuntimeContext& ctx, const char* op,
                     const Tensor& tensor, int64_t dim0, int64_t dim1,
                     TensorPart& part);

/// Sizes of the part.
Sizes sizes_of(const TensorPart& part);

/// out = the part of self.
void copy_from_part(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& self, const TensorPart& part, Tensor& out);
/// out = self with `src` in the place of the part; src has the part's sizes.
void copy_into_part(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& self, const Tensor& src,
                    const TensorPart& part, Tensor& out);

}  // namespace executorch::kernels::portable
