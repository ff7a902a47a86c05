#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

#include <cstring>

namespace executorch::kernels::portable {

Tensor& view_as_real_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                              Tensor& out) {
  constexpr const char* kOp = "view_as_real_copy";
  const ScalarType dtype = self.scalar_type();
  if (!is_complex(self)) {
    refuse_dtype(ctx, kOp, dtype);
    return out;
  }
  if (check_same_dtype(ctx, kOp, out, runtime::toRealValueType(dtype)) &&
      check_default_order(ctx, kOp, self) &&
      resize_out(ctx, kOp, ops::view_as_real_shape(sizes_of(self)), out) &&
      check_default_order(ctx, kOp, out) && self.nbytes() != 0) {
    std::memmove(out.mutable_data_ptr(), self.const_data_ptr(), self.nbytes());
  }
  return out;
}

}  // namespace executorch::kernels::portable
