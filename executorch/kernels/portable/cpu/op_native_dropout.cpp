#include <executorch/kernels/portable/cpu/util/random.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

void draw_mask(double p, Tensor& mask) {
  bool* keep = mask.mutable_data_ptr<bool>();
  const auto numel = static_cast<uint64_t>(mask.numel());
  const uint64_t first = reserve_random(p > 0 ? numel : 0);
  for (uint64_t i = 0; i < numel; ++i) {
    keep[i] = !(p > 0) || uniform_at(first + i) >= p;
  }
}

/// out = mask ? input * scale : 0.
template <class C>
void apply_mask(KernelRuntimeContext& ctx, const Tensor& input,
                const Tensor& mask, double scale, Tensor& out) {
  const C factor = static_cast<C>(scale);
  const PointwiseLoop loop{
      [](const void* const* in, void* to, size_t n, const void* params) {
        const C* x = static_cast<const C*>(in[0]);
        const bool* keep = static_cast<const bool*>(in[1]);
        const C scaled = *static_cast<const C*>(params);
        C* o = static_cast<C*>(to);
        for (size_t i = 0; i < n; ++i) {
          o[i] = keep[i] ? x[i] * scaled : C(0);
        }
      },
      &factor, kScalarTypeOf<C>, input.scalar_type()};
  run_pointwise(ctx, "native_dropout",
                {{input, kScalarTypeOf<C>}, {mask, ScalarType::Bool}}, loop,
                out);
}

}  // namespace

std::tuple<Tensor&, Tensor&> native_dropout_out(KernelRuntimeContext& ctx,
                                                const Tensor& input, double p,
                                                std::optional<bool> train,
                                                Tensor& out, Tensor& mask) {
  constexpr const char* kOp = "native_dropout";
  std::tuple<Tensor&, Tensor&> results(out, mask);
  if (!(p >= 0 && p <= 1)) {
    ET_LOG(Error, "%s: probability %f, expected 0 to 1", kOp, p);
    ctx.fail(Error::InvalidArgument);
    return results;
  }
  if (!check_floating(ctx, kOp, input) ||
      !check_same_dtype(ctx, kOp, out, input.scalar_type()) ||
      !check_same_dtype(ctx, kOp, mask, ScalarType::Bool) ||
      !resize_out(ctx, kOp, sizes_of(input), out) ||
      !resize_out(ctx, kOp, sizes_of(input), mask)) {
    return results;
  }
  const bool drops = train.value_or(true) && p > 0;
  draw_mask(drops ? p : 0, mask);
  const double scale = drops && p < 1 ? 1 / (1 - p) : 1;
  if (input.scalar_type() == ScalarType::Double) {
    apply_mask<double>(ctx, input, mask, scale, out);
  } else {
    apply_mask<float>(ctx, input, mask, scale, out);
  }
  return results;
}

}  // namespace executorch::kernels::portable
