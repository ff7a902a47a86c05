#include <executorch/kernels/portable/cpu/util/math.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

/// x share / 2. A share of 0 gives 0 at minus infinity as well.
template <class C>
C half_of(C x, C share) {
  return share == C(0) ? C(0) : C(0.5) * x * share;
}

struct ExactGelu {
  template <class C>
  static C apply(C x) {
    return half_of(x, C(1) + std::erf(x * C(0.70710678118654752440)));
  }
};

struct TanhGelu {
  template <class C>
  static C apply(C x) {
    const C inner = C(0.79788456080286535588) * (x + C(0.044715) * x * x * x);
    return half_of(x, C(1) + vector_tanh(inner));
  }
};

}  // namespace

Tensor& gelu_out(KernelRuntimeContext& ctx, const Tensor& self,
                 std::string_view approximate, Tensor& out) {
  if (!check_floating(ctx, "gelu", self) ||
      !check_same_dtype(ctx, "gelu", out, self.scalar_type())) {
    return out;
  }
  if (approximate == "none") {
    return float_unary_out<ExactGelu>(ctx, "gelu", self, out);
  }
  ET_KERNEL_CHECK_MSG(ctx, approximate == "tanh", InvalidArgument, out,
                      "gelu: approximate is \"%.*s\", expected \"none\" or "
                      "\"tanh\"",
                      static_cast<int>(approximate.size()), approximate.data());
  return float_unary_out<TanhGelu>(ctx, "gelu", self, out);
}

}  // namespace executorch::kernels::portable
