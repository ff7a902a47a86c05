#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/runtime/platform/log.h>

#include <limits>

namespace executorch::kernels::quantized {
namespace {

using portable::LoadFn;
using portable::StoreFn;

template <class T, class C>
void load(const void* src, ptrdiff_t stride, void* dst, size_t n) {
  const T* from = static_cast<const T*>(src);
  C* to = static_cast<C*>(dst);
  for (size_t i = 0; i < n; ++i, from += stride) {
    to[i] = static_cast<C>(*from);
  }
}

template <class T>
void store(const void* src, void* dst, ptrdiff_t stride, size_t n) {
  const int32_t* from = static_cast<const int32_t*>(src);
  T* to = static_cast<T*>(dst);
  if (stride == 1) {
    for (size_t i = 0; i < n; ++i) {
      to[i] = static_cast<T>(from[i]);
    }
    return;
  }
  for (size_t i = 0; i < n; ++i, to += stride) {
    *to = static_cast<T>(from[i]);
  }
}

}  // namespace

LoadFn load_quantized(ScalarType stored, ScalarType compute) {
  const bool wide = compute == ScalarType::Double;
  switch (stored) {
    case ScalarType::Byte:
    case ScalarType::Char:
    case ScalarType::Short:
    case ScalarType::Int:
      return portable::load_function(stored, compute);
    case ScalarType::UInt16:
    case ScalarType::Bits16:
      return wide ? load<uint16_t, double> : load<uint16_t, float>;
    default:
      return nullptr;
  }
}

StoreFn store_quantized(ScalarType stored) {
  switch (stored) {
    case ScalarType::Byte:
      return store<uint8_t>;
    case ScalarType::Char:
      return store<int8_t>;
    case ScalarType::Short:
      return store<int16_t>;
    case ScalarType::UInt16:
    case ScalarType::Bits16:
      return store<uint16_t>;
    case ScalarType::Int:
      return store<int32_t>;
    default:
      return nullptr;
  }
}

float element_of(const Tensor& tensor, int64_t index) {
  float value = 0;
  const LoadFn read =
      portable::load_function(tensor.scalar_type(), ScalarType::Float);
  read(static_cast<const char*>(tensor.const_data_ptr()) +
           index *
               static_cast<int64_t>(runtime::elementSize(tensor.scalar_type())),
       1, &value, 1);
  return value;
}

bool check_params(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& values, int64_t count) {
  ET_KERNEL_CHECK_MSG(ctx, values.numel() == count, InvalidArgument, false,
                      "%s: %zd quantization parameters, expected %" PRId64, op,
                      static_cast<ssize_t>(values.numel()), count);
  ET_KERNEL_CHECK_MSG(
      ctx,
      portable::load_function(values.scalar_type(), ScalarType::Double) !=
              nullptr &&
          values.scalar_type() != ScalarType::Bool,
      InvalidArgument, false,
      "%s: quantization parameters of dtype %s, expected numbers", op,
      runtime::toString(values.scalar_type()));
  return values.dim() <= 1 || portable::check_default_order(ctx, op, values);
}

bool read_params(KernelRuntimeContext& ctx, const char* op, const Tensor& scale,
                 const Tensor& zero_point, AffineParams& params) {
  if (!check_params(ctx, op, scale, 1) ||
      !check_params(ctx, op, zero_point, 1)) {
    return false;
  }
  const auto read = [](const Tensor& tensor, double& value) {
    portable::load_function(tensor.scalar_type(), ScalarType::Double)(
        tensor.const_data_ptr(), 1, &value, 1);
  };
  read(scale, params.scale);
  read(zero_point, params.zero_point);
  return true;
}

bool channel_params(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& input, const Tensor& scales,
                    const Tensor* zero_points, int64_t axis,
                    AffineParams& params) {
  ET_KERNEL_CHECK_MSG(ctx, input.dim() > 0, InvalidArgument, false,
                      "%s: input of rank 0, expected dimensions", op);
  if (!portable::check_axis(ctx, op, axis, input, params.axis)) {
    return false;
  }
  const auto count =
      static_cast<int64_t>(input.size(static_cast<ssize_t>(params.axis)));
  if (!check_params(ctx, op, scales, count) ||
      (zero_points != nullptr && !check_params(ctx, op, *zero_points, count))) {
    return false;
  }
  params.scales = &scales;
  params.zero_points = zero_points;
  return true;
}

bool token_params(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& input, const Tensor& scales,
                  const Tensor& zero_points, AffineParams& params) {
  int64_t rows = 1;
  for (ssize_t d = 0; d + 1 < input.dim(); ++d) {
    rows *= input.size(d);
  }
  if (!check_params(ctx, op, scales, rows) ||
      !check_params(ctx, op, zero_points, rows)) {
    return false;
  }
  params.scales = &scales;
  params.zero_points = &zero_points;
  params.per_row = true;
  return true;
}

bool check_range(KernelRuntimeContext& ctx, const char* op, ScalarType dtype,
                 int64_t min, int64_t max) {
  int64_t lowest = std::numeric_limits<int32_t>::min();
  int64_t highest = std::numeric_limits<int32_t>::max();
  if (dtype == ScalarType::Byte) {
    lowest = 0;
    highest = 255;
  } else if (dtype == ScalarType::Char) {
    lowest = -128;
    highest = 127;
  } else if (dtype == ScalarType::Short) {
    lowest = -32768;
    highest = 32767;
  } else if (dtype == ScalarType::UInt16 || dtype == ScalarType::Bits16) {
    lowest = 0;
    highest = 65535;
  }
  ET_KERNEL_CHECK_MSG(ctx, lowest <= min && min <= max && max <= highest,
                      InvalidArgument, false,
                      "%s: quantized values %" PRId64 " to %" PRId64
                      ", expected a range within %" PRId64 " to %" PRId64,
                      op, min, max, lowest, highest);
  return true;
}

}  // namespace executorch::kernels::quantized
