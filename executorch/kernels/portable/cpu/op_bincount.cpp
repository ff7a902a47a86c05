#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "bincount";

/// Calls `f(i, value)` for the non-negative integers of a 1-d tensor; false,
/// reported, at another value.
template <class F>
bool for_each_bin(KernelRuntimeContext& ctx, const Tensor& self, const F& f) {
  const LoadFn load = load_function(self.scalar_type(), ScalarType::Long);
  const size_t nbytes = runtime::elementSize(self.scalar_type());
  const char* from = static_cast<const char*>(self.const_data_ptr());
  for (int64_t i = 0; i < self.numel(); ++i) {
    int64_t value = 0;
    load(from + static_cast<size_t>(i) * nbytes, 1, &value, 1);
    if (value < 0 || value >= INT32_MAX) {
      ET_LOG(Error, "%s: value %" PRId64 ", expected none below 0", kOp, value);
      ctx.fail(Error::InvalidArgument);
      return false;
    }
    f(i, value);
  }
  return true;
}

}  // namespace

/// Weights are added up in double; without them the result is a count.
Tensor& bincount_out(KernelRuntimeContext& ctx, const Tensor& self,
                     const std::optional<Tensor>& weights, int64_t minlength,
                     Tensor& out) {
  const bool fits = self.dim() == 1 && is_integral(self.scalar_type()) &&
                    minlength >= 0 && minlength <= INT32_MAX &&
                    (!weights || (weights->sizes() == self.sizes() &&
                                  load_function(weights->scalar_type(),
                                                ScalarType::Double)));
  ET_KERNEL_CHECK_MSG(ctx, fits, InvalidArgument, out,
                      "%s: expected a 1-d tensor of integers, weights of its "
                      "size and a minlength of 0 or more",
                      kOp);
  const ScalarType dtype =
      !weights ? ScalarType::Long
               : (weights->scalar_type() == ScalarType::Float
                      ? ScalarType::Float
                      : ScalarType::Double);
  int64_t length = minlength;
  Sizes sizes;
  if (!check_same_dtype(ctx, kOp, out, dtype) ||
      !for_each_bin(ctx, self, [&](int64_t, int64_t value) {
        length = std::max(length, value + 1);
      })) {
    return out;
  }
  sizes.push_back(length);
  if (!resize_out(ctx, kOp, sizes, out) || out.numel() == 0) {
    return out;
  }
  std::memset(out.mutable_data_ptr(), 0, out.nbytes());
  for_each_bin(ctx, self, [&](int64_t i, int64_t value) {
    if (!weights) {
      ++out.mutable_data_ptr<int64_t>()[value];
      return;
    }
    double weight = 0;
    const size_t nbytes = runtime::elementSize(weights->scalar_type());
    load_function(weights->scalar_type(), ScalarType::Double)(
        static_cast<const char*>(weights->const_data_ptr()) +
            static_cast<size_t>(i) * nbytes,
        1, &weight, 1);
    if (dtype == ScalarType::Float) {
      out.mutable_data_ptr<float>()[value] += static_cast<float>(weight);
    } else {
      out.mutable_data_ptr<double>()[value] += weight;
    }
  });
  return out;
}

}  // namespace executorch::kernels::portable
