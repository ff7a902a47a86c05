#include <executorch/kernels/quantized/cpu/util/qparams.h>

#include <executorch/kernels/portable/cpu/util/simd.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::kernels::quantized {
namespace {

constexpr int64_t kBlock = 512;
constexpr size_t kLanes = 16;

/// Extends the lanes' ranges by a block; counts NaN.
struct Lanes {
  float low[kLanes] = {};
  float high[kLanes] = {};
  int32_t nans[kLanes] = {};
};

ET_TARGET_CLONES void extend(const float* x, size_t n, Lanes& lanes) {
  Lanes l = lanes;
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (size_t k = 0; k < kLanes; ++k) {
      const float value = x[i + k];
      l.low[k] = value < l.low[k] ? value : l.low[k];
      l.high[k] = value > l.high[k] ? value : l.high[k];
      l.nans[k] |= value != value ? 1 : 0;
    }
  }
  for (; i < n; ++i) {
    l.low[0] = x[i] < l.low[0] ? x[i] : l.low[0];
    l.high[0] = x[i] > l.high[0] ? x[i] : l.high[0];
    l.nans[0] |= x[i] != x[i] ? 1 : 0;
  }
  lanes = l;
}

}  // namespace

ValueRange range_of(const void* data, ScalarType dtype, int64_t n) {
  Lanes lanes;
  if (dtype == ScalarType::Float) {
    extend(static_cast<const float*>(data), static_cast<size_t>(n), lanes);
  } else {
    const auto load = portable::load_function(dtype, ScalarType::Float);
    const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
    float block[kBlock];
    for (int64_t i = 0; i < n; i += kBlock) {
      const auto count = static_cast<size_t>(std::min(kBlock, n - i));
      load(static_cast<const char*>(data) + i * nbytes, 1, block, count);
      extend(block, count, lanes);
    }
  }
  ValueRange range;
  for (size_t k = 0; k < kLanes; ++k) {
    range.low = std::min(range.low, lanes.low[k]);
    range.high = std::max(range.high, lanes.high[k]);
  }
  for (size_t k = 0; k < kLanes; ++k) {
    if (lanes.nans[k] != 0) {
      range.low = range.high = std::numeric_limits<float>::quiet_NaN();
    }
  }
  return range;
}

bool check_qparams(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& input, const Tensor& scale,
                   const Tensor& zero_point) {
  const ScalarType dtype = input.scalar_type();
  ET_KERNEL_CHECK_MSG(ctx, is_floating(dtype) && dtype != ScalarType::Double,
                      InvalidArgument, false,
                      "%s: input of dtype %s, expected Float, Half or BFloat16",
                      op, runtime::toString(dtype));
  ET_KERNEL_CHECK_MSG(ctx, zero_point.scalar_type() == ScalarType::Long,
                      InvalidArgument, false,
                      "%s: zero points of dtype %s, expected Long", op,
                      runtime::toString(zero_point.scalar_type()));
  return portable::check_same_dtype(ctx, op, scale, ScalarType::Double);
}

void store_qparams(const Tensor& scale, const Tensor& zero_point, int64_t index,
                   float scale_value, int64_t zero_point_value) {
  scale.mutable_data_ptr<double>()[index] = static_cast<double>(scale_value);
  zero_point.mutable_data_ptr<int64_t>()[index] = zero_point_value;
}

}  // namespace executorch::kernels::quantized
