#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::portable {
namespace {

/// out[i] = start + i * step, in blocks of `C`.
template <class C>
void count(KernelRuntimeContext& ctx, C start, C step, Tensor& out) {
  constexpr int64_t kBlock = 256;
  const ScalarType dtype = out.scalar_type();
  const StoreFn store = store_function(kScalarTypeOf<C>, dtype);
  if (store == nullptr) {
    refuse_dtype(ctx, "arange", dtype);
    return;
  }
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  C values[kBlock];
  for (int64_t first = 0; first < out.numel(); first += kBlock) {
    const int64_t n = std::min(kBlock, out.numel() - first);
    for (int64_t i = 0; i < n; ++i) {
      values[i] = start + static_cast<C>(first + i) * step;
    }
    store(values, static_cast<char*>(out.mutable_data_ptr()) + first * nbytes,
          1, static_cast<size_t>(n));
  }
}

/// Numbers so small that no sum of them overflows.
bool check_range(KernelRuntimeContext& ctx,
                 std::initializer_list<const Scalar*> numbers) {
  for (const Scalar* number : numbers) {
    if (!(std::abs(scalar_to_double(*number)) <= 0x1p61)) {
      ET_LOG(Error, "arange: %f is too large", scalar_to_double(*number));
      ctx.fail(Error::InvalidArgument);
      return false;
    }
  }
  return true;
}

}  // namespace

Tensor& arange_out(KernelRuntimeContext& ctx, const Scalar& end, Tensor& out) {
  return arange_start_out(ctx, Scalar(int64_t{0}), end, Scalar(int64_t{1}),
                          out);
}

Tensor& arange_start_out(KernelRuntimeContext& ctx, const Scalar& start,
                         const Scalar& end, const Scalar& step, Tensor& out) {
  if (!check_range(ctx, {&start, &end, &step})) {
    return out;
  }
  const bool whole = !start.isFloatingPoint() && !end.isFloatingPoint() &&
                     !step.isFloatingPoint();
  const Shape shape =
      whole ? ops::arange_shape(scalar_to_int(start), scalar_to_int(end),
                                scalar_to_int(step))
            : ops::arange_shape(scalar_to_double(start), scalar_to_double(end),
                                scalar_to_double(step));
  if (!resize_out(ctx, "arange", shape, out)) {
    return out;
  }
  if (is_floating(out.scalar_type())) {
    count<double>(ctx, scalar_to_double(start), scalar_to_double(step), out);
  } else {
    count<int64_t>(ctx, scalar_to_int(start), scalar_to_int(step), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
