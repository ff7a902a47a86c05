// Calls the kernel of another operator: all rows.
#undef ET_KERNEL_ROWS
#include <executorch/kernels/portable/cpu/util/batch_norm.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "_native_batch_norm_legit";

using Results = std::tuple<Tensor&, Tensor&, Tensor&>;

struct Running {
  Tensor& mean;
  Tensor& variance;
  double momentum;

  void update(int64_t channel, const Moments& batch, double count) const {
    const auto blend = [&](Tensor& tensor, double value) {
      const double old = ChannelValues(tensor, 0).get(channel);
      write_value(tensor, channel, old + momentum * (value - old));
    };
    blend(mean, batch.mean);
    blend(variance, batch.variance * (count / (count - 1)));
  }
};

/// Normalises with the moments of the batch, as it saves them: rounded to the
/// dtype of the results.
void normalize_batch(const Tensor& input, const std::optional<Tensor>& weight,
                     const std::optional<Tensor>& bias, double eps,
                     const Running* running, const Results& results) {
  const ChannelValues factors(weight, 1);
  const ChannelValues addends(bias, 0);
  const auto& [out, save_mean, save_invstd] = results;
  const ChannelValues means(save_mean, 0);
  const ChannelValues invstds(save_invstd, 1);
  const int64_t channels = input.size(1);
  const auto count = static_cast<double>(input.numel() / channels);
  for (int64_t c = 0; c < channels; ++c) {
    const Moments batch = channel_moments(input, c);
    write_value(save_mean, c, batch.mean);
    write_value(save_invstd, c, 1 / std::sqrt(batch.variance + eps));
    const double scale = factors.get(c) * invstds.get(c);
    scale_channel(input, c, scale, addends.get(c) - means.get(c) * scale, out);
    if (running != nullptr) {
      running->update(c, batch, count);
    }
  }
}

bool check_training(KernelRuntimeContext& ctx, const Tensor& input,
                    const std::optional<Tensor>& weight,
                    const std::optional<Tensor>& bias, const Results& results) {
  Sizes channels;
  if (!check_batch_norm(ctx, kOp, input, {&weight, &bias},
                        std::get<0>(results)) ||
      !check_floating(ctx, kOp, std::get<1>(results)) ||
      !check_floating(ctx, kOp, std::get<2>(results))) {
    return false;
  }
  channels.push_back(input.size(1));
  return resize_out(ctx, kOp, sizes_of(input), std::get<0>(results)) &&
         resize_out(ctx, kOp, channels, std::get<1>(results)) &&
         resize_out(ctx, kOp, channels, std::get<2>(results));
}

}  // namespace

Results _native_batch_norm_legit_out(
    KernelRuntimeContext& ctx, const Tensor& input,
    const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    Tensor& running_mean, Tensor& running_var, bool training, double momentum,
    double eps, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  if (!training) {
    return _native_batch_norm_legit_no_training_out(
        ctx, input, weight, bias, running_mean, running_var, momentum, eps, out,
        save_mean, save_invstd);
  }
  const Results results(out, save_mean, save_invstd);
  const std::optional<Tensor> mean(running_mean);
  const std::optional<Tensor> variance(running_var);
  if (check_training(ctx, input, weight, bias, results) &&
      check_batch_norm(ctx, kOp, input, {&mean, &variance}, out) &&
      input.numel() != 0) {
    const Running running{running_mean, running_var, momentum};
    normalize_batch(input, weight, bias, eps, &running, results);
  }
  return results;
}

Results _native_batch_norm_legit_no_stats_out(
    KernelRuntimeContext& ctx, const Tensor& input,
    const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    bool training, double, double eps, Tensor& out, Tensor& save_mean,
    Tensor& save_invstd) {
  const Results results(out, save_mean, save_invstd);
  if (!training) {
    ET_LOG(Error, "%s: neither statistics nor training", kOp);
    ctx.fail(Error::InvalidArgument);
  } else if (check_training(ctx, input, weight, bias, results) &&
             input.numel() != 0) {
    normalize_batch(input, weight, bias, eps, nullptr, results);
  }
  return results;
}

}  // namespace executorch::kernels::portable
