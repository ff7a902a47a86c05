#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>

#include <cmath>
#include <numeric>

namespace executorch::backends::engine::scalar {
namespace {

class LayerNormKernel : public Kernel {
 public:
  LayerNormKernel(const LayerNorm& op, const NodeView& node)
      : epsilon_(op.epsilon),
        is_centred_(op.is_centred),
        wants_mean_(node.wants(1)),
        wants_scale_(node.wants(2)),
        has_weight_(node.has(1)),
        has_bias_(node.has(2)) {
    const std::vector<int64_t>& sizes = node.input(0).sizes;
    const auto first = sizes.begin() + op.first_axis;
    rows_ = std::accumulate(sizes.begin(), first, int64_t{1},
                            std::multiplies<int64_t>());
    size_ = std::accumulate(first, sizes.end(), int64_t{1},
                            std::multiplies<int64_t>());
  }

  Error run(const KernelArgs& args) const override {
    const float* weight = has_weight_ ? args.input<float>(1) : nullptr;
    const float* bias = has_bias_ ? args.input<float>(2) : nullptr;
    for (int64_t row = 0; row < rows_; ++row) {
      const float* x = args.input<float>(0) + row * size_;
      float* y = args.output<float>(0) + row * size_;
      const double mean = is_centred_ ? std::accumulate(x, x + size_, 0.0) /
                                            static_cast<double>(size_)
                                      : 0.0;
      const double scale = 1 / std::sqrt(variance(x, mean) + epsilon_);
      for (int64_t i = 0; i < size_; ++i) {
        const double value = (static_cast<double>(x[i]) - mean) * scale *
                                 (weight == nullptr ? 1.0 : weight[i]) +
                             (bias == nullptr ? 0.0 : bias[i]);
        y[i] = static_cast<float>(value);
      }
      if (wants_mean_) {
        args.output<float>(1)[row] = static_cast<float>(mean);
      }
      if (wants_scale_) {
        args.output<float>(2)[row] = static_cast<float>(scale);
      }
    }
    return Error::Ok;
  }

 private:
  double variance(const float* x, double mean) const {
    double sum = 0;
    for (int64_t i = 0; i < size_; ++i) {
      const double difference = static_cast<double>(x[i]) - mean;
      sum += difference * difference;
    }
    return sum / static_cast<double>(size_);
  }

  double epsilon_;
  bool is_centred_;
  bool wants_mean_;
  bool wants_scale_;
  bool has_weight_;
  bool has_bias_;
  int64_t rows_;
  int64_t size_;
};

class BatchNormKernel : public Kernel {
 public:
  BatchNormKernel(const BatchNorm& op, const NodeView& node)
      : epsilon_(static_cast<float>(op.epsilon)),
        has_weight_(node.has(3)),
        has_bias_(node.has(4)) {
    const std::vector<int64_t>& sizes = node.input(0).sizes;
    batch_ = sizes[0];
    channels_ = sizes[1];
    plane_ = std::accumulate(sizes.begin() + 2, sizes.end(), int64_t{1},
                             std::multiplies<int64_t>());
  }

  Error run(const KernelArgs& args) const override {
    const float* x = args.input<float>(0);
    float* y = args.output<float>(0);
    for (int64_t i = 0; i < batch_ * channels_; ++i) {
      const int64_t c = i % channels_;
      const float scale = (has_weight_ ? args.input<float>(3)[c] : 1) /
                          std::sqrt(args.input<float>(2)[c] + epsilon_);
      const float shift = (has_bias_ ? args.input<float>(4)[c] : 0) -
                          args.input<float>(1)[c] * scale;
      for (int64_t j = 0; j < plane_; ++j) {
        *y++ = *x++ * scale + shift;
      }
    }
    return Error::Ok;
  }

 private:
  float epsilon_;
  bool has_weight_;
  bool has_bias_;
  int64_t batch_;
  int64_t channels_;
  int64_t plane_;
};

}  // namespace

KernelResult make(const LayerNorm& op, const NodeView& node) {
  return KernelResult(std::make_unique<LayerNormKernel>(op, node));
}

KernelResult make(const BatchNorm& op, const NodeView& node) {
  return KernelResult(std::make_unique<BatchNormKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
