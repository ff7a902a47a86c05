#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

/// \file
/// Batch normalisation: one mean, variance, weight and bias for each index of
/// dimension 1.
namespace executorch::kernels::portable {

/// One value for each channel; `absent` where there is no tensor.
class ChannelValues {
 public:
  ChannelValues(const std::optional<Tensor>& tensor, double absent);

  double get(int64_t channel) const;

 private:
  const char* data_ = nullptr;
  ScalarType dtype_ = ScalarType::Float;
  LoadFn load_ = nullptr;
  double absent_ = 0;
};

/// True if input and out are of one floating dtype, input has channels, and
/// each tensor of the list is absent or has one floating value for each;
/// otherwise reports and fails.
bool check_batch_norm(
    KernelRuntimeContext& ctx, const char* op, const Tensor& input,
    std::initializer_list<const std::optional<Tensor>*> of_channels,
    const Tensor& out);

struct Moments {
  double mean = 0;
  double variance = 0;  ///< divided by the number of elements
};

/// Mean and variance of one channel, by two passes in double.
Moments channel_moments(const Tensor& input, int64_t channel);

/// out = input * scale + shift in one channel.
void scale_channel(const Tensor& input, int64_t channel, double scale,
                   double shift, Tensor& out);

/// Writes one floating value at `index` of a dense tensor.
void write_value(Tensor& tensor, int64_t index, double value);

}  // namespace executorch::kernels::portable
