#include <executorch/runtime/core/tensor_layout.h>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>

namespace executorch {
namespace runtime {

Result<const TensorLayout> TensorLayout::create(Span<const int32_t> sizes,
                                                Span<const uint8_t> dim_order,
                                                aten::ScalarType scalar_type) {
  ET_CHECK_OR_RETURN_ERROR(isValid(scalar_type), InvalidArgument,
                           "no element type %d", static_cast<int>(scalar_type));
  ET_CHECK_OR_RETURN_ERROR(
      dim_order.size() == sizes.size() &&
          validate_dim_order(dim_order.data(), dim_order.size()),
      InvalidArgument,
      "the dim order of %zu values is no permutation of %zu dimensions",
      dim_order.size(), sizes.size());
  const Result<ssize_t> numel =
      aten::safe_numel(sizes.data(), static_cast<ssize_t>(sizes.size()));
  if (!numel.ok()) {
    return numel.error();
  }
  size_t nbytes = 0;
  ET_CHECK_OR_RETURN_ERROR(
      !internal::mul_overflows(static_cast<size_t>(*numel),
                               elementSize(scalar_type), &nbytes),
      InvalidArgument, "%zd elements have too many bytes", *numel);
  return TensorLayout(sizes, dim_order, scalar_type, nbytes);
}

}  // namespace runtime
}  // namespace executorch
