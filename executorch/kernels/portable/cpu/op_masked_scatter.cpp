#include <executorch/kernels/portable/cpu/util/masked.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

/// The places where the mask is set take source's elements one after another.
Tensor& masked_scatter_out(KernelRuntimeContext& ctx, const Tensor& self,
                           const Tensor& mask, const Tensor& source,
                           Tensor& out) {
  constexpr const char* kOp = "masked_scatter";
  Sizes sizes;
  Truth truth;
  if (!check_movable(ctx, kOp, self, out) ||
      !check_same_dtype(ctx, kOp, source, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, mask, ScalarType::Bool) ||
      !broadcast_mask(ctx, kOp, self, mask, sizes) ||
      !truth.init(ctx, kOp, mask) || !resize_out(ctx, kOp, sizes, out) ||
      !check_default_order(ctx, kOp, source) ||
      !copy_broadcast(ctx, kOp, self, out)) {
    return out;
  }
  int64_t used = 0;
  for_each_position(nest_of(sizes, {&out, &mask}),
                    [&](const int64_t*, const int64_t* at) {
                      if (truth.at(at[1]) && used++ < source.numel()) {
                        copy_element(source, used - 1, out, at[0]);
                      }
                    });
  ET_KERNEL_CHECK_MSG(ctx, used <= source.numel(), InvalidArgument, out,
                      "%s: source has %zd elements, expected %" PRId64, kOp,
                      source.numel(), used);
  return out;
}

}  // namespace executorch::kernels::portable
