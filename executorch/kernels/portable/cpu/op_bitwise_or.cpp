#include <executorch/kernels/portable/cpu/util/bitwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct Or {
  int64_t operator()(int64_t a, int64_t b) const { return a | b; }
};

}  // namespace

Tensor& bitwise_or_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Tensor& other, Tensor& out) {
  run_bitwise(ctx, "bitwise_or", self, other, Or(), out);
  return out;
}

Tensor& bitwise_or_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                              const Scalar& other, Tensor& out) {
  run_bitwise(ctx, "bitwise_or", self, other, Or(), out);
  return out;
}

}  // namespace executorch::kernels::portable
