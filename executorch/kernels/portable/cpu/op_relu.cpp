#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct Relu {
  C operator()(C x) const { return x <= C(0) ? C(0) : x; }
};

}  // namespace

Tensor& relu_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  if (dtype == ScalarType::Bool) {
    refuse_dtype(ctx, "relu", dtype);
    return out;
  }
  const Operand operand(self);
  if (check_result_type(ctx, "relu", {&operand}, out) ==
      ScalarType::Undefined) {
    return out;
  }
  switch (compute_type(dtype)) {
    case ScalarType::Float:
      run_unary<float>(ctx, "relu", self, dtype, Relu<float>(), out);
      break;
    case ScalarType::Double:
      run_unary<double>(ctx, "relu", self, dtype, Relu<double>(), out);
      break;
    default:
      run_unary<int64_t>(ctx, "relu", self, dtype, Relu<int64_t>(), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
