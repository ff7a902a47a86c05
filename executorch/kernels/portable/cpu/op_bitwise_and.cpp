#include <executorch/kernels/portable/cpu/util/bitwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct And {
  int64_t operator()(int64_t a, int64_t b) const { return a & b; }
};

}  // namespace

Tensor& bitwise_and_out(KernelRuntimeContext& ctx, const Tensor& self,
                        const Tensor& other, Tensor& out) {
  run_bitwise(ctx, "bitwise_and", self, other, And(), out);
  return out;
}

Tensor& bitwise_and_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                               const Scalar& other, Tensor& out) {
  run_bitwise(ctx, "bitwise_and", self, other, And(), out);
  return out;
}

}  // namespace executorch::kernels::portable
