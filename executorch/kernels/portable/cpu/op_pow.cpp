#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

int64_t integer_power(int64_t base, int64_t exponent) {
  int64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) {
      result = wrap_mul(result, base);
    }
    base = wrap_mul(base, base);
  }
  return result;
}

/// base^exponent for integers; a negative power is rounded towards zero.
int64_t any_integer_power(int64_t base, int64_t exponent) {
  if (exponent >= 0) {
    return integer_power(base, exponent);
  }
  const bool is_odd = (exponent & 1) != 0;
  return base == 1 ? 1 : (base == -1 ? (is_odd ? -1 : 1) : 0);
}

void general_power(KernelRuntimeContext& ctx, const Operand& base,
                   const Operand& exponent, Tensor& out) {
  const ScalarType common =
      check_result_type(ctx, "pow", {&base, &exponent}, out);
  if (common == ScalarType::Undefined) {
    return;
  }
  if (common == ScalarType::Double) {
    run_binary<double>(
        ctx, "pow", base, exponent, common,
        [](double x, double y) { return std::pow(x, y); }, out);
  } else if (is_floating(common)) {
    run_binary<float>(
        ctx, "pow", base, exponent, common,
        [](float x, float y) { return std::pow(x, y); }, out);
  } else if (common == ScalarType::Bool) {
    refuse_dtype(ctx, "pow", common);
  } else {
    run_binary<int64_t>(ctx, "pow", base, exponent, common, any_integer_power,
                        out);
  }
}

/// Exponents with a cheaper exact form take it, as in PyTorch; pow and sqrt
/// also differ at minus infinity.
template <class C>
void real_power(KernelRuntimeContext& ctx, const Tensor& self, C exponent,
                ScalarType common, Tensor& out) {
  const auto run = [&](const auto& f) {
    run_unary<C>(ctx, "pow", self, common, f, out);
  };
  if (exponent == C(2)) {
    run([](C x) { return x * x; });
  } else if (exponent == C(3)) {
    run([](C x) { return x * x * x; });
  } else if (exponent == C(0.5)) {
    run([](C x) { return std::sqrt(x); });
  } else if (exponent == C(-0.5)) {
    run([](C x) { return C(1) / std::sqrt(x); });
  } else if (exponent == C(-1)) {
    run([](C x) { return C(1) / x; });
  } else if (exponent == C(-2)) {
    run([](C x) { return C(1) / (x * x); });
  } else {
    run([exponent](C x) { return std::pow(x, exponent); });
  }
}

}  // namespace

Tensor& pow_tensor_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                              const Scalar& exponent, Tensor& out) {
  const Operand base(self);
  const Operand power(exponent);
  const ScalarType common = check_result_type(ctx, "pow", {&base, &power}, out);
  if (common == ScalarType::Undefined) {
    return out;
  }
  if (common == ScalarType::Double) {
    real_power<double>(ctx, self, scalar_to<double>(exponent), common, out);
  } else if (is_floating(common)) {
    real_power<float>(ctx, self, scalar_to<float>(exponent), common, out);
  } else {
    const int64_t n = scalar_to_int(exponent);
    ET_KERNEL_CHECK_MSG(ctx, n >= 0, InvalidArgument, out,
                        "pow: integers to the negative power %" PRId64, n);
    run_unary<int64_t>(
        ctx, "pow", self, common,
        [n](int64_t x) { return integer_power(x, n); }, out);
  }
  return out;
}

Tensor& pow_scalar_out(KernelRuntimeContext& ctx, const Scalar& self,
                       const Tensor& exponent, Tensor& out) {
  general_power(ctx, self, exponent, out);
  return out;
}

Tensor& pow_tensor_tensor_out(KernelRuntimeContext& ctx, const Tensor& self,
                              const Tensor& exponent, Tensor& out) {
  general_power(ctx, self, exponent, out);
  return out;
}

}  // namespace executorch::kernels::portable
