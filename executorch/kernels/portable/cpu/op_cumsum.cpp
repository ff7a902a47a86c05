#include <executorch/kernels/portable/cpu/util/scan.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
C add(C a, C b) {
  return a + b;
}

}  // namespace

/// Integers are taken modulo 2^64.
Tensor& cumsum_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                std::optional<ScalarType> dtype, Tensor& out) {
  const Scanner scanner =
      is_floating(out.scalar_type())
          ? make_scanner<double, add<double>>(0)
          : make_scanner<uint64_t, add<uint64_t>>(0);
  run_scan(ctx, "cumsum", self, dim, dtype, scanner, out);
  return out;
}

}  // namespace executorch::kernels::portable
