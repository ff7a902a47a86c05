#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/cpu/util/division.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

void divide(KernelRuntimeContext& ctx, const Operand& self,
            const Operand& other, std::optional<std::string_view> mode,
            Tensor& out) {
  if (!mode) {
    run_division(ctx, "div", self, other, out);
  } else if (*mode == "floor") {
    run_integer_like<FloorQuotient>(ctx, "div", self, other, out);
  } else if (*mode == "trunc") {
    run_integer_like<TruncQuotient>(ctx, "div", self, other, out);
  } else {
    ET_LOG(Error, "div: rounding mode '%.*s', expected 'floor' or 'trunc'",
           static_cast<int>(mode->size()), mode->data());
    ctx.fail(Error::InvalidArgument);
  }
}

}  // namespace

Tensor& div_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, Tensor& out) {
  if (is_complex(self)) {
    run_complex(
        ctx, "div", self, other, 1,
        [](Complex a, Complex b, double) { return a / b; }, out);
    return out;
  }
  run_division(ctx, "div", self, other, out);
  return out;
}

Tensor& div_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Scalar& other, Tensor& out) {
  run_division(ctx, "div", self, other, out);
  return out;
}

Tensor& div_mode_out(KernelRuntimeContext& ctx, const Tensor& self,
                     const Tensor& other,
                     std::optional<std::string_view> rounding_mode,
                     Tensor& out) {
  divide(ctx, self, other, rounding_mode, out);
  return out;
}

Tensor& div_scalar_mode_out(KernelRuntimeContext& ctx, const Tensor& self,
                            const Scalar& other,
                            std::optional<std::string_view> rounding_mode,
                            Tensor& out) {
  divide(ctx, self, other, rounding_mode, out);
  return out;
}

}  // namespace executorch::kernels::portable
