#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
void choose_loop(const void* const* in, void* out, size_t n, const void*) {
  const bool* condition = static_cast<const bool*>(in[0]);
  const C* a = static_cast<const C*>(in[1]);
  const C* b = static_cast<const C*>(in[2]);
  C* o = static_cast<C*>(out);
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    o[i] = condition[i] ? a[i] : b[i];
  }
}

PointwiseFn choose_function(ScalarType compute) {
  switch (compute) {
    case ScalarType::Float:
      return choose_loop<float>;
    case ScalarType::Double:
      return choose_loop<double>;
    default:
      return choose_loop<int64_t>;
  }
}

}  // namespace

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
