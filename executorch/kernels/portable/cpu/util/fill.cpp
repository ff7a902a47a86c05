#include <executorch/kernels/portable/cpu/util/fill.h>

#include <executorch/runtime/platform/log.h>

#include <cmath>
#include <limits>

namespace executorch::kernels::portable {

bool fill(KernelRuntimeContext& ctx, const char* op, const Scalar& value,
          Tensor& out) {
  const bool any_number = out.scalar_type() == ScalarType::Half;
  if (!any_number && !check_fits(ctx, op, value, out.scalar_type())) {
    return false;
  }
  const double real = scalar_to_double(value);
  const int64_t integer = scalar_to_int(value);
  const ScalarType compute =
      value.isFloatingPoint() ? ScalarType::Double : ScalarType::Long;
  const StoreFn store = store_function(compute, out.scalar_type());
  if (store == nullptr) {
    return refuse_dtype(ctx, op, out.scalar_type());
  }
  if (out.numel() == 0) {
    return true;
  }
  if (value.isFloatingPoint()) {
    store(&real, out.mutable_data_ptr(), 1, 1);
  } else {
    store(&integer, out.mutable_data_ptr(), 1, 1);
  }
  const size_t nbytes = runtime::elementSize(out.scalar_type());
  LoopNest nest;
  nest.rank = 1;
  nest.operands = 2;
  nest.sizes[0] = out.numel() - 1;
  nest.strides[0][0] = 1;
  copy_strided(nest, static_cast<char*>(out.mutable_data_ptr()) + nbytes,
               out.const_data_ptr(), nbytes);
  return true;
}

namespace {

/// Largest magnitude below zero and above it.
struct Range {
  double below;
  double above;
};

Range range_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Byte:
      return {255, 255};
    case ScalarType::Char:
      return {128, 127};
    case ScalarType::Short:
      return {32768, 32767};
    case ScalarType::Int:
      return {2147483648.0, 2147483647.0};
    case ScalarType::Long:
      return {9223372036854775808.0, 9223372036854774784.0};
    case ScalarType::Half:
      return {65504, 65504};
    case ScalarType::Float:
    case ScalarType::BFloat16:
      return {std::numeric_limits<float>::max(),
              std::numeric_limits<float>::max()};
    default:
      return {std::numeric_limits<double>::max(),
              std::numeric_limits<double>::max()};
  }
}

}  // namespace

bool check_fits(KernelRuntimeContext& ctx, const char* op, const Scalar& value,
                ScalarType dtype) {
  if (dtype == ScalarType::Bool ||
      (dtype == ScalarType::Long && !value.isFloatingPoint())) {
    return true;
  }
  // A real number is cut to an integer, as PyTorch does.
  const double number = is_integral(dtype)
                            ? std::trunc(scalar_to_double(value))
                            : scalar_to_double(value);
  const Range range = range_of(dtype);
  const bool fits = number >= -range.below && number <= range.above;
  const bool is_special = is_floating(dtype) && !std::isfinite(number);
  if (!fits && !is_special) {
    ET_LOG(Error, "%s: %f does not fit dtype %s", op, number,
           runtime::toString(dtype));
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return true;
}

}  // namespace executorch::kernels::portable
