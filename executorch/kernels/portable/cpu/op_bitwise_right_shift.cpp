#include <executorch/kernels/portable/cpu/util/bitwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// Shifted too far, or back, only the sign is left.
struct RightShift {
  int64_t operator()(int64_t a, int64_t b) const {
    return a >> (b < 0 || b > 63 ? 63 : b);
  }
};

}  // namespace

Tensor& bitwise_right_shift_out(KernelRuntimeContext& ctx, const Tensor& self,
                                const Tensor& other, Tensor& out) {
  run_shift(ctx, "bitwise_right_shift", self, other, RightShift(), out);
  return out;
}

Tensor& bitwise_right_shift_tensor_scalar_out(KernelRuntimeContext& ctx,
                                              const Tensor& self,
                                              const Scalar& other,
                                              Tensor& out) {
  run_shift(ctx, "bitwise_right_shift", self, other, RightShift(), out);
  return out;
}

}  // namespace executorch::kernels::portable
