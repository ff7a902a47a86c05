#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "histc";

}  // namespace

/// Counts of values in `bins` equal parts of [min, max]; without a range that
/// of the values themselves.
Tensor& histc_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t bins,
                  const Scalar& min, const Scalar& max, Tensor& out) {
  ET_KERNEL_CHECK_MSG(ctx, bins > 0 && bins <= INT32_MAX, InvalidArgument, out,
                      "%s: %" PRId64 " bins, expected at least 1", kOp, bins);
  Sizes sizes;
  sizes.push_back(bins);
  if (!check_floating(ctx, kOp, self) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !resize_out(ctx, kOp, sizes, out)) {
    return out;
  }
  const LoadFn load = load_function(self.scalar_type(), ScalarType::Double);
  const StoreFn store = store_function(ScalarType::Double, out.scalar_type());
  const size_t nbytes = runtime::elementSize(self.scalar_type());
  const char* from = static_cast<const char*>(self.const_data_ptr());
  char* to = static_cast<char*>(out.mutable_data_ptr());
  double low = scalar_to_double(min);
  double high = scalar_to_double(max);
  const auto each = [&](const auto& f) {
    for (size_t i = 0; i < static_cast<size_t>(self.numel()); ++i) {
      double value = 0;
      load(from + i * nbytes, 1, &value, 1);
      f(value);
    }
  };
  if (low == high && self.numel() > 0) {
    low = HUGE_VAL;
    high = -HUGE_VAL;
    each([&](double value) {
      low = value < low || value != value ? value : low;
      high = value > high || value != value ? value : high;
    });
  }
  if (low == high) {
    low -= 1;
    high += 1;
  }
  for (double* bound : {&low, &high}) {
    uint64_t element = 0;
    store(bound, &element, 1, 1);
    load(&element, 1, bound, 1);
  }
  ET_KERNEL_CHECK_MSG(ctx,
                      std::isfinite(low) && std::isfinite(high) && low < high,
                      InvalidArgument, out,
                      "%s: range from %f to %f, expected a finite one", kOp,
                      low, high);
  const double zero = 0;
  for (size_t i = 0; i < static_cast<size_t>(bins); ++i) {
    store(&zero, to + i * nbytes, 1, 1);
  }
  each([&](double value) {
    if (!(value >= low && value <= high)) {
      return;
    }
    const double place =
        (value - low) / (high - low) * static_cast<double>(bins);
    const auto bin = std::min(static_cast<int64_t>(place), bins - 1);
    double count = 0;
    load(to + static_cast<size_t>(bin) * nbytes, 1, &count, 1);
    ++count;
    store(&count, to + static_cast<size_t>(bin) * nbytes, 1, 1);
  });
  return out;
}

}  // namespace executorch::kernels::portable
