#include <executorch/kernels/portable/cpu/util/batch_norm.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

std::tuple<Tensor&, Tensor&, Tensor&> _native_batch_norm_legit_no_training_out(
    KernelRuntimeContext& ctx, const Tensor& input,
    const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    const Tensor& running_mean, const Tensor& running_var, double, double eps,
    Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  constexpr const char* kOp = "_native_batch_norm_legit_no_training";
  std::tuple<Tensor&, Tensor&, Tensor&> results(out, save_mean, save_invstd);
  Sizes none;
  none.push_back(0);
  const std::optional<Tensor> mean(running_mean);
  const std::optional<Tensor> variance(running_var);
  if (!check_batch_norm(ctx, kOp, input, {&weight, &bias, &mean, &variance},
                        out) ||
      !resize_out(ctx, kOp, sizes_of(input), out) ||
      !resize_out(ctx, kOp, none, save_mean) ||
      !resize_out(ctx, kOp, none, save_invstd) || out.numel() == 0) {
    return results;
  }
  const ChannelValues factors(weight, 1);
  const ChannelValues addends(bias, 0);
  const ChannelValues means(mean, 0);
  const ChannelValues variances(variance, 1);
  for (int64_t c = 0; c < input.size(1); ++c) {
    const double scale = factors.get(c) / std::sqrt(variances.get(c) + eps);
    scale_channel(input, c, scale, addends.get(c) - means.get(c) * scale, out);
  }
  return results;
}

}  // namespace executorch::kernels::portable
