#include <executorch/kernels/portable/cpu/util/real_functions.h>

namespace executorch::kernels::portable {
namespace {

void run(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
         const RealFunction& f, ScalarType common, Tensor& out) {
  if (common == ScalarType::Double) {
    run_unary<double>(ctx, op, self, common, f.f64, out);
  } else {
    run_unary<float>(ctx, op, self, common, f.f32, out);
  }
}

void run(KernelRuntimeContext& ctx, const char* op, const Operand& a,
         const Operand& b, const RealFunction2& f, ScalarType common,
         Tensor& out) {
  if (!check_can_cast(ctx, op, common, out)) {
    return;
  }
  if (common == ScalarType::Double) {
    run_binary<double>(ctx, op, a, b, common, f.f64, out);
  } else {
    run_binary<float>(ctx, op, a, b, common, f.f32, out);
  }
}

}  // namespace

Tensor& real_unary_out(KernelRuntimeContext& ctx, const char* op,
                       const Tensor& self, const RealFunction& f, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const ScalarType common = is_floating(dtype) ? dtype : ScalarType::Float;
  if (compute_type(dtype) == ScalarType::Undefined) {
    refuse_dtype(ctx, op, dtype);
  } else if (check_can_cast(ctx, op, common, out)) {
    run(ctx, op, self, f, common, out);
  }
  return out;
}

void run_real_binary(KernelRuntimeContext& ctx, const char* op,
                     const Operand& a, const Operand& b, const RealFunction2& f,
                     Tensor& out) {
  const ScalarType promoted = check_promotes(ctx, op, {&a, &b});
  if (promoted != ScalarType::Undefined) {
    run(ctx, op, a, b, f, is_floating(promoted) ? promoted : ScalarType::Float,
        out);
  }
}

void run_floating_binary(KernelRuntimeContext& ctx, const char* op,
                         const Operand& a, const Operand& b,
                         const RealFunction2& f, Tensor& out) {
  const ScalarType common = check_promotes(ctx, op, {&a, &b});
  if (common == ScalarType::Undefined) {
    return;
  }
  if (!is_floating(common)) {
    refuse_dtype(ctx, op, common);
    return;
  }
  run(ctx, op, a, b, f, common, out);
}

}  // namespace executorch::kernels::portable
