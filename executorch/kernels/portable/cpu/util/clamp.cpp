#include <executorch/kernels/portable/cpu/util/clamp.h>

#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/runtime/platform/log.h>

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

/// An unsigned dtype has no negative bound.
bool check_bound(KernelRuntimeContext& ctx, const char* op,
                 const std::optional<Scalar>& bound, ScalarType common) {
  if (!bound) {
    return true;
  }
  if (common == ScalarType::Byte && scalar_to_double(*bound) < 0) {
    ET_LOG(Error, "%s: bound %f does not fit dtype %s", op,
           scalar_to_double(*bound), runtime::toString(common));
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return check_fits(ctx, op, *bound, common);
}

}  // namespace

void clamp_to(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              const std::optional<Scalar>& low,
              const std::optional<Scalar>& high, ScalarType common,
              Tensor& out) {
  if (!check_bound(ctx, op, low, common) ||
      !check_bound(ctx, op, high, common)) {
    return;
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
