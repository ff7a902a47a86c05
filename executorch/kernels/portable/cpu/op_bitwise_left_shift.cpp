#include <executorch/kernels/portable/cpu/util/bitwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// Bits that leave the dtype are lost; so are all, shifted too far or back.
struct LeftShift {
  int64_t operator()(int64_t a, int64_t b) const {
    if (b < 0 || b > 63) {
      return 0;
    }
    return static_cast<int64_t>(static_cast<uint64_t>(a) << b);
  }
};

}  // namespace

Tensor& bitwise_left_shift_out(KernelRuntimeContext& ctx, const Tensor& self,
                               const Tensor& other, Tensor& out) {
  run_shift(ctx, "bitwise_left_shift", self, other, LeftShift(), out);
  return out;
}

Tensor& bitwise_left_shift_tensor_scalar_out(KernelRuntimeContext& ctx,
                                             const Tensor& self,
                                             const Scalar& other, Tensor& out) {
  run_shift(ctx, "bitwise_left_shift", self, other, LeftShift(), out);
  return out;
}

}  // namespace executorch::kernels::portable
