#include <executorch/kernels/portable/cpu/util/bitwise.h>

namespace executorch::kernels::portable {

ScalarType check_bits(KernelRuntimeContext& ctx, const char* op,
                      const Operand& a, const Operand& b, const Tensor& out) {
  const ScalarType common = check_result_type(ctx, op, {&a, &b}, out);
  if (is_floating(common)) {
    refuse_dtype(ctx, op, common);
    return ScalarType::Undefined;
  }
  return common;
}

int64_t greatest_common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    const int64_t rest = b == -1 ? 0 : a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? wrap_mul(a, -1) : a;
}

}  // namespace executorch::kernels::portable
