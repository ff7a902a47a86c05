#include <executorch/kernels/portable/cpu/util/scan.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
C multiply(C a, C b) {
  return a * b;
}

}  // namespace

/// Integers are taken modulo 2^64.
Tensor& cumprod_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                std::optional<ScalarType> dtype, Tensor& out) {
  const Scanner scanner =
      is_floating(out.scalar_type())
          ? make_scanner<double, multiply<double>>(1)
          : make_scanner<uint64_t, multiply<uint64_t>>(1);
  run_scan(ctx, "cumprod", self, dim, dtype, scanner, out);
  return out;
}

}  // namespace executorch::kernels::portable
