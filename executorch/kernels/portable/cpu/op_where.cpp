#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/cpu/util/choose.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& where_out(KernelRuntimeContext& ctx, const Tensor& condition,
                  const Tensor& self, const Tensor& other, Tensor& out) {
  const ScalarType dtype = condition.scalar_type();
  if (dtype != ScalarType::Bool && dtype != ScalarType::Byte) {
    refuse_dtype(ctx, "where: condition", dtype);
    return out;
  }
  const Operand a(self);
  const Operand b(other);
  const ScalarType common = check_result_type(ctx, "where", {&a, &b}, out);
  if (common == ScalarType::Undefined) {
    return out;
  }
  const ScalarType compute = compute_type(common);
  const PointwiseLoop loop{choose_function(compute), nullptr, compute, common};
  run_pointwise(ctx, "where",
                {{condition, ScalarType::Bool}, {a, compute}, {b, compute}},
                loop, out);
  return out;
}

}  // namespace executorch::kernels::portable
