#include <executorch/kernels/portable/cpu/util/kernel_util.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "repeat_interleave";

int64_t count_at(const Tensor& repeats, int64_t i) {
  return repeats.scalar_type() == ScalarType::Int
             ? repeats.const_data_ptr<int32_t>()[i]
             : repeats.const_data_ptr<int64_t>()[i];
}

void put(Tensor& out, int64_t at, int64_t value) {
  if (out.scalar_type() == ScalarType::Int) {
    out.mutable_data_ptr<int32_t>()[at] = static_cast<int32_t>(value);
  } else {
    out.mutable_data_ptr<int64_t>()[at] = value;
  }
}

}  // namespace

/// Position i appears repeats[i] times.
Tensor& repeat_interleave_tensor_out(KernelRuntimeContext& ctx,
                                     const Tensor& repeats,
                                     std::optional<int64_t> output_size,
                                     Tensor& out) {
  ET_KERNEL_CHECK_MSG(ctx,
                      repeats.dim() == 1 &&
                          (repeats.scalar_type() == ScalarType::Int ||
                           repeats.scalar_type() == ScalarType::Long),
                      InvalidArgument, out,
                      "%s: repeats has another rank or dtype than 1 and int32 "
                      "or int64",
                      kOp);
  int64_t total = 0;
  for (int64_t i = 0; i < repeats.numel(); ++i) {
    const int64_t count = count_at(repeats, i);
    ET_KERNEL_CHECK_MSG(ctx, count >= 0 && count <= INT32_MAX - total,
                        InvalidArgument, out,
                        "%s: repeat %" PRId64 " is negative or too large", kOp,
                        count);
    total += count;
  }
  ET_KERNEL_CHECK_MSG(ctx, output_size.value_or(total) == total,
                      InvalidArgument, out,
                      "%s: output_size is not the sum %" PRId64, kOp, total);
  Sizes sizes;
  sizes.push_back(total);
  if (!check_same_dtype(ctx, kOp, out, repeats.scalar_type()) ||
      !resize_out(ctx, kOp, sizes, out)) {
    return out;
  }
  int64_t at = 0;
  for (int64_t i = 0; i < repeats.numel(); ++i) {
    for (int64_t k = count_at(repeats, i); k > 0; --k) {
      put(out, at++, i);
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
