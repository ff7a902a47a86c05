#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "constant_pad_nd";

}  // namespace

Tensor& constant_pad_nd_out(KernelRuntimeContext& ctx, const Tensor& self,
                            IntArrayRef pad, const Scalar& value,
                            Tensor& out) {
  if (!check_magnitudes(ctx, kOp, {span_of(pad)}) ||
      !check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp, ops::pad_shape(sizes_of(self), pad.data(), pad.size()),
                  out) ||
      !check_fits(ctx, kOp, value, out.scalar_type()) ||
      !fill(ctx, kOp, value, out)) {
    return out;
  }
  LoopNest nest = nest_over(out);
  add_broadcast(nest, self);
  int64_t to = 0;
  int64_t from = 0;
  for (size_t i = 0; i < nest.rank; ++i) {
    const size_t pair = 2 * (nest.rank - 1 - i);
    const int64_t before = pair < pad.size() ? pad[pair] : 0;
    const int64_t after = pair < pad.size() ? pad[pair + 1] : 0;
    nest.sizes[i] = self.sizes()[i] + std::min<int64_t>(before, 0) +
                    std::min<int64_t>(after, 0);
    nest.strides[1][i] = self.strides()[i];
    to += std::max<int64_t>(before, 0) * nest.strides[0][i];
    from += std::max<int64_t>(-before, 0) * nest.strides[1][i];
    if (nest.sizes[i] <= 0) {
      return out;
    }
  }
  copy_part(ctx, kOp, nest, out, to, self, from);
  return out;
}

}  // namespace executorch::kernels::portable
