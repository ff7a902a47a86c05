#include <executorch/kernels/portable/cpu/util/random.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// Kept below 1 after rounding to the narrowest dtype.
double uniform_below_one(uint64_t place) {
  return std::min(uniform_at(place), 0.99609375);
}

}  // namespace

Tensor& rand_out(KernelRuntimeContext& ctx, IntArrayRef size, Tensor& out) {
  Sizes sizes;
  if (sizes_from(ctx, "rand", size, sizes) &&
      resize_out(ctx, "rand", sizes, out) && check_floating(ctx, "rand", out)) {
    fill_random(uniform_below_one, 1, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
