#include <executorch/kernels/portable/cpu/util/matmul.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& mm_out(KernelRuntimeContext& ctx, const Tensor& self,
               const Tensor& mat2, Tensor& out) {
  constexpr const char* kOp = "aten::mm.out";
  if (!check_same_dtype(ctx, kOp, mat2, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !check_default_order(ctx, kOp, self) ||
      !check_default_order(ctx, kOp, mat2) ||
      !check_default_order(ctx, kOp, out) ||
      !resize_out(ctx, kOp, ops::mm_shape(sizes_of(self), sizes_of(mat2)),
                  out)) {
    return out;
  }
  ET_SWITCH_REALHBF16_TYPES(self.scalar_type(), ctx, kOp, CTYPE, [&] {
    matmul<CTYPE>(
        {static_cast<size_t>(self.size(0)), static_cast<size_t>(mat2.size(1)),
         static_cast<size_t>(self.size(1)), self.const_data_ptr<CTYPE>(),
         mat2.const_data_ptr<CTYPE>(), out.mutable_data_ptr<CTYPE>()},
        {});
  });
  return out;
}

}  // namespace executorch::kernels::portable
