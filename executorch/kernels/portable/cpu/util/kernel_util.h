#pragma once

#include <executorch/ops/shape_rules.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cinttypes>
#include <initializer_list>
#include <optional>

/// \file
/// What every kernel needs: the names of the runtime's types, argument checks,
/// and the resize of a result by a shape rule.
namespace executorch::kernels::portable {

using aten::ArrayRef;
using aten::BFloat16;
using aten::Half;
using aten::IntArrayRef;
using aten::Scalar;
using aten::ScalarType;
using aten::Tensor;
using runtime::Error;
using runtime::KernelRuntimeContext;

using Sizes = ops::Sizes<int64_t>;
using Shape = ops::ShapeResult<int64_t>;

/// Sizes of a tensor in the form that shape rules take.
Sizes sizes_of(const Tensor& tensor);
/// Sizes given as an argument; a list longer than kMaxRank is reported.
bool sizes_from(KernelRuntimeContext& ctx, const char* op, IntArrayRef list,
                Sizes& sizes);
inline ops::IntSpan span_of(IntArrayRef list) {
  return {list.data(), list.size()};
}

/// True if each number of the lists lies within +-2^31, so that no shape rule
/// overflows on it; otherwise reports and fails with InvalidArgument.
bool check_magnitudes(KernelRuntimeContext& ctx, const char* op,
                      std::initializer_list<ops::IntSpan> lists);

/// Applies a shape rule's result to `out`. A refused shape, a rank other than
/// out's and sizes above out's bound are reported and fail with
/// InvalidArgument.
bool resize_out(KernelRuntimeContext& ctx, const char* op, const Shape& shape,
                Tensor& out);

/// True if the dtypes agree; otherwise reports both and fails.
bool check_same_dtype(KernelRuntimeContext& ctx, const char* op,
                      const Tensor& found, ScalarType expected);
/// True for Half, BFloat16, Float and Double; otherwise reports and fails.
bool check_floating(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& found);
/// True if the memory is in the default order; otherwise reports and fails.
bool check_default_order(KernelRuntimeContext& ctx, const char* op,
                         const Tensor& found);
/// True if the memory format is one that this runtime knows; otherwise reports
/// and fails.
bool check_memory_format(KernelRuntimeContext& ctx, const char* op,
                         const std::optional<aten::MemoryFormat>& format);
/// `dim` counted from the front; otherwise reports and fails.
bool check_axis(KernelRuntimeContext& ctx, const char* op, int64_t dim,
                const Tensor& tensor, size_t& axis);

/// True if elements follow each other in index order.
bool is_default_order(const Tensor& tensor);
/// True if both tensors have the same sizes and strides.
bool same_layout(const Tensor& a, const Tensor& b);

inline bool is_floating(ScalarType type) {
  return type == ScalarType::Float || type == ScalarType::Double ||
         type == ScalarType::Half || type == ScalarType::BFloat16;
}
inline bool is_integral(ScalarType type) {
  return type == ScalarType::Byte || type == ScalarType::Char ||
         type == ScalarType::Short || type == ScalarType::Int ||
         type == ScalarType::Long;
}

/// Value of a Scalar of any kind; a double outside of int64_t saturates.
double scalar_to_double(const Scalar& scalar);
int64_t scalar_to_int(const Scalar& scalar);
bool scalar_to_bool(const Scalar& scalar);

}  // namespace executorch::kernels::portable
