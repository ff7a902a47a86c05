#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_info.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace runtime {

/// Type, shape and dim order of a tensor without its data. The arrays belong to
/// whoever made the layout and must outlive it.
class TensorLayout final {
 public:
  TensorLayout() = delete;

  /// @param[in] sizes Size of each dimension.
  /// @param[in] dim_order As many values: the dimensions from the outermost in
  ///     memory to the innermost.
  /// @retval Error::InvalidArgument A size is negative, the bytes do not fit
  ///     size_t, the type is invalid, or the dim order is no permutation.
  static Result<const TensorLayout> create(Span<const int32_t> sizes,
                                           Span<const uint8_t> dim_order,
                                           aten::ScalarType scalar_type);

  Span<const int32_t> sizes() const { return sizes_; }
  Span<const uint8_t> dim_order() const { return dim_order_; }
  aten::ScalarType scalar_type() const { return scalar_type_; }
  /// Bytes of all elements.
  size_t nbytes() const { return nbytes_; }

 private:
  TensorLayout(Span<const int32_t> sizes, Span<const uint8_t> dim_order,
               aten::ScalarType scalar_type, size_t nbytes)
      : sizes_(sizes),
        dim_order_(dim_order),
        scalar_type_(scalar_type),
        nbytes_(nbytes) {}

  const Span<const int32_t> sizes_;
  const Span<const uint8_t> dim_order_;
  const aten::ScalarType scalar_type_;
  const size_t nbytes_;
};

}  // namespace runtime
}  // namespace executorch
