#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& as_strided_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                            IntArrayRef size, IntArrayRef stride,
                            std::optional<int64_t> storage_offset,
                            Tensor& out) {
  TensorPart part;
  if (strided_part(ctx, "as_strided_copy", self, size, stride, storage_offset,
                   part)) {
    copy_from_part(ctx, "as_strided_copy", self, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
