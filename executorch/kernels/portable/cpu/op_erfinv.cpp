#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/kernels/portable/cpu/util/special.h>

namespace executorch::kernels::portable {
namespace {

float erfinv_f32(float x) {
  return static_cast<float>(erfinv(static_cast<double>(x)));
}

}  // namespace

Tensor& erfinv_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return real_unary_out(ctx, "erfinv", self, {erfinv_f32, erfinv}, out);
}

}  // namespace executorch::kernels::portable
