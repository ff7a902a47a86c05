#include <executorch/kernels/portable/cpu/util/random.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

/// Standard normal, by the method of Box and Muller.
double normal(uint64_t place) {
  const double radius = std::sqrt(-2 * std::log(1 - uniform_at(place)));
  return radius * std::cos(6.28318530717958647692 * uniform_at(place + 1));
}

}  // namespace

Tensor& randn_out(KernelRuntimeContext& ctx, IntArrayRef size, Tensor& out) {
  Sizes sizes;
  if (sizes_from(ctx, "randn", size, sizes) &&
      resize_out(ctx, "randn", sizes, out) &&
      check_floating(ctx, "randn", out)) {
    fill_random(normal, 2, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
