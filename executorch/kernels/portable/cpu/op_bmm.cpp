#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/cpu/util/matmul.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& bmm_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& mat2, Tensor& out) {
  constexpr const char* kOp = "aten::bmm.out";
  if (!check_same_dtype(ctx, kOp, mat2, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !check_default_order(ctx, kOp, self) ||
      !check_default_order(ctx, kOp, mat2) ||
      !check_default_order(ctx, kOp, out) ||
      !resize_out(ctx, kOp, ops::bmm_shape(sizes_of(self), sizes_of(mat2)),
                  out)) {
    return out;
  }
  if (is_complex(self)) {
    multiply_complex(self, mat2, out);
    return out;
  }
  const auto m = static_cast<size_t>(self.size(1));
  const auto k = static_cast<size_t>(self.size(2));
  const auto n = static_cast<size_t>(mat2.size(2));
  ET_SWITCH_REALHBF16_TYPES(self.scalar_type(), ctx, kOp, CTYPE, [&] {
    const CTYPE* a = self.const_data_ptr<CTYPE>();
    const CTYPE* b = mat2.const_data_ptr<CTYPE>();
    CTYPE* c = out.mutable_data_ptr<CTYPE>();
    for (ssize_t i = 0; i < self.size(0); ++i) {
      matmul<CTYPE>({m, n, k, a, b, c}, {});
      a += m * k;
      b += k * n;
      c += m * n;
    }
  });
  return out;
}

}  // namespace executorch::kernels::portable
