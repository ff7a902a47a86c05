#include <executorch/kernels/portable/cpu/util/search.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& searchsorted_tensor_out(KernelRuntimeContext& ctx,
                                const Tensor& sorted_sequence,
                                const Tensor& self, bool out_int32, bool right,
                                std::optional<std::string_view> side,
                                const std::optional<Tensor>& sorter,
                                Tensor& out) {
  if (check_same_dtype(ctx, "searchsorted", out,
                       out_int32 ? ScalarType::Int : ScalarType::Long) &&
      check_side(ctx, "searchsorted", side, right)) {
    search_sorted(ctx, "searchsorted", sorted_sequence, self, right, sorter,
                  out);
  }
  return out;
}

Tensor& searchsorted_scalar_out(KernelRuntimeContext& ctx,
                                const Tensor& sorted_sequence,
                                const Scalar& self, bool out_int32, bool right,
                                std::optional<std::string_view> side,
                                const std::optional<Tensor>& sorter,
                                Tensor& out) {
  if (check_same_dtype(ctx, "searchsorted", out,
                       out_int32 ? ScalarType::Int : ScalarType::Long) &&
      check_side(ctx, "searchsorted", side, right)) {
    search_sorted(ctx, "searchsorted", sorted_sequence, self, right, sorter,
                  out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
