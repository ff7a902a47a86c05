#include <executorch/kernels/portable/cpu/util/masked.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& masked_select_out(KernelRuntimeContext& ctx, const Tensor& self,
                          const Tensor& mask, Tensor& out) {
  constexpr const char* kOp = "masked_select";
  Sizes sizes;
  Truth truth;
  if (!check_movable(ctx, kOp, self, out) ||
      !broadcast_mask(ctx, kOp, self, mask, sizes) ||
      !truth.init(ctx, kOp, mask)) {
    return out;
  }
  const LoopNest nest = nest_of(sizes, {&self, &mask});
  int64_t count = 0;
  for_each_position(nest, [&](const int64_t*, const int64_t* at) {
    count += truth.at(at[1]) ? 1 : 0;
  });
  Sizes result;
  result.push_back(count);
  if (!resize_out(ctx, kOp, result, out)) {
    return out;
  }
  int64_t hit = 0;
  for_each_position(nest, [&](const int64_t*, const int64_t* at) {
    if (truth.at(at[1])) {
      copy_element(self, at[0], out, hit++);
    }
  });
  return out;
}

}  // namespace executorch::kernels::portable
