#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/loops.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::backends::engine::scalar {
namespace {

class MeanKernel : public Kernel {
 public:
  MeanKernel(const Mean& op, const NodeView& node) {
    const std::vector<int64_t>& sizes = node.input(0).sizes;
    const std::vector<int64_t> strides = dense_strides(sizes);
    std::vector<int64_t> sizes_of[2];  // kept, reduced
    std::vector<int64_t> strides_of[2];
    for (size_t i = 0; i < sizes.size(); ++i) {
      const bool is_reduced =
          std::find(op.axes.begin(), op.axes.end(), static_cast<int32_t>(i)) !=
          op.axes.end();
      sizes_of[is_reduced].push_back(sizes[i]);
      strides_of[is_reduced].push_back(strides[i]);
    }
    kept_ = make_loops<1>(sizes_of[0], {strides_of[0]});
    reduced_ = make_loops<1>(sizes_of[1], {strides_of[1]});
  }

  Error run(const KernelArgs& args) const override {
    const float* x = args.input<float>(0);
    float* y = args.output<float>(0);
    LoopWalk<1> kept(kept_, kept_.size());
    const int64_t count = loop_count(reduced_, reduced_.size());
    for (int64_t i = loop_count(kept_, kept_.size()); i > 0; --i) {
      double sum = 0;
      LoopWalk<1> reduced(reduced_, reduced_.size());
      for (int64_t j = 0; j < count; ++j, reduced.next()) {
        sum += static_cast<double>(x[kept.offset(0) + reduced.offset(0)]);
      }
      *y++ = static_cast<float>(sum / static_cast<double>(count));
      kept.next();
    }
    return Error::Ok;
  }

 private:
  Loops<1> kept_;
  Loops<1> reduced_;
};

class SoftmaxKernel : public Kernel {
 public:
  SoftmaxKernel(const Softmax& op, const NodeView& node) : is_log_(op.is_log) {
    const std::vector<int64_t>& sizes = node.input(0).sizes;
    const auto axis = static_cast<size_t>(op.axis);
    size_ = sizes[axis];
    stride_ = dense_strides(sizes)[axis];
    outer_ = node.input(0).numel() == 0
                 ? 0
                 : node.input(0).numel() / (size_ * stride_);
  }

  Error run(const KernelArgs& args) const override {
    for (int64_t i = 0; i < outer_ * stride_; ++i) {
      const int64_t at = i / stride_ * stride_ * size_ + i % stride_;
      column(args.input<float>(0) + at, args.output<float>(0) + at);
    }
    return Error::Ok;
  }

 private:
  void column(const float* x, float* y) const {
    float largest = -std::numeric_limits<float>::infinity();
    for (int64_t i = 0; i < size_; ++i) {
      const float value = x[i * stride_];
      largest = value > largest || std::isnan(value) ? value : largest;
    }
    double sum = 0;
    for (int64_t i = 0; i < size_; ++i) {
      sum += static_cast<double>(std::exp(x[i * stride_] - largest));
    }
    const auto divisor = static_cast<float>(sum);
    const auto shift = static_cast<float>(std::log(sum));
    for (int64_t i = 0; i < size_; ++i) {
      const float difference = x[i * stride_] - largest;
      y[i * stride_] =
          is_log_ ? difference - shift : std::exp(difference) / divisor;
    }
  }

  bool is_log_;
  int64_t outer_;
  int64_t size_;
  int64_t stride_;
};

}  // namespace

KernelResult make(const Mean& op, const NodeView& node) {
  return KernelResult(std::make_unique<MeanKernel>(op, node));
}

KernelResult make(const Softmax& op, const NodeView& node) {
  return KernelResult(std::make_unique<SoftmaxKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
