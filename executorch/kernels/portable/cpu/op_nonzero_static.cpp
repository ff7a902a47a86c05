#include <executorch/kernels/portable/cpu/util/masked.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

/// The first `size` rows of nonzero; rows that are missing hold `fill_value`.
Tensor& nonzero_static_out(KernelRuntimeContext& ctx, const Tensor& self,
                           int64_t size, int64_t fill_value, Tensor& out) {
  constexpr const char* kOp = "nonzero_static";
  const auto rank = static_cast<int64_t>(self.dim());
  Truth truth;
  Sizes sizes;
  sizes.push_back(size);
  sizes.push_back(rank);
  if (!check_same_dtype(ctx, kOp, out, ScalarType::Long) ||
      !truth.init(ctx, kOp, self) || !resize_out(ctx, kOp, sizes, out)) {
    return out;
  }
  auto* to = out.mutable_data_ptr<int64_t>();
  int64_t row = 0;
  const auto put = [&](int64_t i, int64_t value) {
    to[row * out.strides()[0] + i * out.strides()[1]] = value;
  };
  for_each_position(
      nest_over(self), [&](const int64_t* index, const int64_t* at) {
        if (row < size && truth.at(at[0])) {
          for (int64_t i = 0; i < rank; ++i) {
            put(i, index[i]);
          }
          ++row;
        }
      });
  for (; row < size; ++row) {
    for (int64_t i = 0; i < rank; ++i) {
      put(i, fill_value);
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
