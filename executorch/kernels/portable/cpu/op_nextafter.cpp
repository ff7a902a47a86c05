#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& nextafter_out(KernelRuntimeContext& ctx, const Tensor& self,
                      const Tensor& other, Tensor& out) {
  run_floating_binary(ctx, "nextafter", self, other,
                      {std::nextafter, std::nextafter}, out);
  return out;
}

}  // namespace executorch::kernels::portable
