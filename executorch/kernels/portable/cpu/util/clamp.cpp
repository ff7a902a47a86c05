#include <executorch/kernels/portable/cpu/util/clamp.h>

#include <limits>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct Clamp {
  C low;
  C high;

  C operator()(C x) const {
    const C above = x < low ? low : x;
    return above > high ? high : above;
  }
};

template <class C>
C lowest() {
  return std::numeric_limits<C>::has_infinity
             ? -std::numeric_limits<C>::infinity()
             : std::numeric_limits<C>::min();
}

template <class C>
C highest() {
  return std::numeric_limits<C>::has_infinity
             ? std::numeric_limits<C>::infinity()
             : std::numeric_limits<C>::max();
}

template <class C>
void run_clamp(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
               const std::optional<Scalar>& low,
               const std::optional<Scalar>& high, ScalarType common,
               Tensor& out) {
  const Clamp<C> clamp{low ? scalar_to<C>(*low) : lowest<C>(),
                       high ? scalar_to<C>(*high) : highest<C>()};
  if (clamp.low != clamp.low || clamp.high != clamp.high) {
    const C nan = clamp.low + clamp.high;
    run_unary<C>(
        ctx, op, self, common, [nan](C) { return nan; }, out);
    return;
  }
  run_unary<C>(ctx, op, self, common, clamp, out);
}

}  // namespace

void clamp_to(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              const std::optional<Scalar>& low,
              const std::optional<Scalar>& high, ScalarType common,
              Tensor& out) {
  for (const std::optional<Scalar>* bound : {&low, &high}) {
    if (bound->has_value() && !check_fits(ctx, op, **bound, common, true)) {
      return;
    }
  }
  switch (compute_type(common)) {
    case ScalarType::Float:
      return run_clamp<float>(ctx, op, self, low, high, common, out);
    case ScalarType::Double:
      return run_clamp<double>(ctx, op, self, low, high, common, out);
    default:
      return run_clamp<int64_t>(ctx, op, self, low, high, common, out);
  }
}

}  // namespace executorch::kernels::portable
