#include <executorch/kernels/portable/cpu/util/masked.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "nonzero";

}  // namespace

Tensor& nonzero_out(KernelRuntimeContext& ctx, const Tensor& self,
                    Tensor& out) {
  const auto rank = static_cast<size_t>(self.dim());
  Truth truth;
  if (!check_same_dtype(ctx, kOp, out, ScalarType::Long) ||
      !truth.init(ctx, kOp, self)) {
    return out;
  }
  int64_t count = 0;
  for_each_position(nest_over(self), [&](const int64_t*, const int64_t* at) {
    count += truth.at(at[0]) ? 1 : 0;
  });
  Sizes sizes;
  sizes.push_back(count);
  sizes.push_back(static_cast<int64_t>(rank));
  if (!resize_out(ctx, kOp, sizes, out) || out.numel() == 0) {
    return out;
  }
  auto* to = out.mutable_data_ptr<int64_t>();
  int64_t hit = 0;
  for_each_position(
      nest_over(self), [&](const int64_t* index, const int64_t* at) {
        if (truth.at(at[0])) {
          for (size_t i = 0; i < rank; ++i) {
            to[hit * out.strides()[0] +
               static_cast<int64_t>(i) * out.strides()[1]] = index[i];
          }
          ++hit;
        }
      });
  return out;
}

}  // namespace executorch::kernels::portable
