#include <executorch/backends/engine/kernels/simd/row_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace executorch::backends::engine::simd {
namespace {

using Sizes = std::vector<int64_t>;

size_t product(Sizes::const_iterator first, Sizes::const_iterator last) {
  return static_cast<size_t>(
      std::accumulate(first, last, int64_t{1}, std::multiplies<int64_t>()));
}

/// Over the innermost axis.
class SoftmaxKernel : public Kernel {
 public:
  SoftmaxKernel(const Softmax& op, const NodeView& node)
      : loop_(op.is_log ? row_loops().log_softmax : row_loops().softmax),
        size_(static_cast<size_t>(node.input(0).sizes.back())),
        rows_(static_cast<size_t>(node.input(0).numel()) / size_),
        n_workers_(workers_for(rows_ * size_ * kElementCost)) {}

  Error run(const KernelArgs& args) const override {
    for_each_range(rows_, n_workers_, [&](size_t first, size_t last, size_t) {
      for (size_t i = first; i < last; ++i) {
        loop_(args.input<float>(0) + i * size_,
              args.output<float>(0) + i * size_, size_);
      }
    });
    return Error::Ok;
  }

 private:
  void (*loop_)(const float* x, float* y, size_t n);
  size_t size_;
  size_t rows_;
  size_t n_workers_;
};

class LayerNormKernel : public Kernel {
 public:
  LayerNormKernel(const LayerNorm& op, const NodeView& node)
      : loops_(row_loops()),
        epsilon_(static_cast<float>(op.epsilon)),
        is_centred_(op.is_centred),
        has_weight_(node.has(1)),
        has_bias_(node.has(2)),
        wants_mean_(node.wants(1)),
        wants_scale_(node.wants(2)) {
    const Sizes& sizes = node.input(0).sizes;
    rows_ = product(sizes.begin(), sizes.begin() + op.first_axis);
    size_ = product(sizes.begin() + op.first_axis, sizes.end());
    n_workers_ = workers_for(rows_ * size_ * kElementCost);
  }

  Error run(const KernelArgs& args) const override {
    for_each_range(rows_, n_workers_, [&](size_t first, size_t last, size_t) {
      run_rows(args, first, last);
    });
    return Error::Ok;
  }

 private:
  void run_rows(const KernelArgs& args, size_t first, size_t last) const {
    const RowNorm norm = {has_weight_ ? args.input<float>(1) : nullptr,
                          has_bias_ ? args.input<float>(2) : nullptr, epsilon_,
                          is_centred_};
    float unwanted;
    for (size_t i = first; i < last; ++i) {
      loops_.norm(args.input<float>(0) + i * size_,
                  args.output<float>(0) + i * size_, size_, norm,
                  wants_mean_ ? args.output<float>(1) + i : &unwanted,
                  wants_scale_ ? args.output<float>(2) + i : &unwanted);
    }
  }

  RowLoops loops_;
  float epsilon_;
  bool is_centred_;
  bool has_weight_;
  bool has_bias_;
  bool wants_mean_;
  bool wants_scale_;
  size_t rows_;
  size_t size_;
  size_t n_workers_;
};

/// Over dimensions that are next to one another: [outer, size, inner].
class MeanKernel : public Kernel {
 public:
  MeanKernel(size_t outer, size_t size, size_t inner)
      : loops_(row_loops()),
        outer_(outer),
        size_(size),
        inner_(inner),
        n_workers_(workers_for(outer * size * inner)) {}

  Error run(const KernelArgs& args) const override {
    for_each_range(outer_, n_workers_, [&](size_t first, size_t last, size_t) {
      run_outer(args, first, last);
    });
    return Error::Ok;
  }

 private:
  void run_outer(const KernelArgs& args, size_t first, size_t last) const {
    const float* x = args.input<float>(0) + first * size_ * inner_;
    float* y = args.output<float>(0) + first * inner_;
    const auto count = static_cast<float>(size_);
    for (size_t i = first; i < last; ++i, x += size_ * inner_, y += inner_) {
      if (inner_ == 1) {
        *y = loops_.sum(x, size_) / count;
      } else {
        sum_rows(x, size_, y);
        loops_.scale(y, y, inner_, 1 / count, 0);
      }
    }
  }

  void sum_rows(const float* x, size_t n, float* y) const {
    std::fill_n(y, inner_, 0.0f);
    for (size_t i = 0; i < n; ++i) {
      loops_.add(x + i * inner_, y, inner_);
    }
  }

  RowLoops loops_;
  size_t outer_;
  size_t size_;
  size_t inner_;
  size_t n_workers_;
};

class BatchNormKernel : public Kernel {
 public:
  BatchNormKernel(const BatchNorm& op, const NodeView& node)
      : loops_(row_loops()),
        epsilon_(static_cast<float>(op.epsilon)),
        has_weight_(node.has(3)),
        has_bias_(node.has(4)) {
    const Sizes& sizes = node.input(0).sizes;
    batch_ = static_cast<size_t>(sizes[0]);
    channels_ = static_cast<size_t>(sizes[1]);
    plane_ = product(sizes.begin() + 2, sizes.end());
    n_workers_ = workers_for(batch_ * channels_ * plane_ * kElementCost);
  }

  Error run(const KernelArgs& args) const override {
    for_each_range(batch_ * channels_, n_workers_,
                   [&](size_t first, size_t last, size_t) {
                     run_planes(args, first, last);
                   });
    return Error::Ok;
  }

 private:
  void run_planes(const KernelArgs& args, size_t first, size_t last) const {
    const float* x = args.input<float>(0) + first * plane_;
    float* y = args.output<float>(0) + first * plane_;
    for (size_t i = first; i < last; ++i, x += plane_, y += plane_) {
      const size_t c = i % channels_;
      const float scale = (has_weight_ ? args.input<float>(3)[c] : 1) /
                          std::sqrt(args.input<float>(2)[c] + epsilon_);
      const float shift = (has_bias_ ? args.input<float>(4)[c] : 0) -
                          args.input<float>(1)[c] * scale;
      loops_.scale(x, y, plane_, scale, shift);
    }
  }

  RowLoops loops_;
  float epsilon_;
  bool has_weight_;
  bool has_bias_;
  size_t batch_;
  size_t channels_;
  size_t plane_;
  size_t n_workers_;
};

}  // namespace

KernelResult make_rows(const Softmax& op, const NodeView& node) {
  const TensorType& x = node.input(0);
  if (static_cast<size_t>(op.axis) + 1 != x.rank() || x.numel() == 0) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<SoftmaxKernel>(op, node));
}

KernelResult make_rows(const LayerNorm& op, const NodeView& node) {
  if (node.input(0).numel() == 0) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<LayerNormKernel>(op, node));
}

KernelResult make_rows(const Mean& op, const NodeView& node) {
  // Sums over rows have as many terms as there are rows; few are exact enough.
  constexpr size_t kMaxRows = 4096;
  const TensorType& x = node.input(0);
  std::vector<int32_t> axes = op.axes;
  std::sort(axes.begin(), axes.end());
  if (axes.empty() || x.numel() == 0 ||
      static_cast<size_t>(axes.back() - axes.front()) + 1 != axes.size()) {
    return KernelResult(nullptr);
  }
  const auto first = x.sizes.begin() + axes.front();
  const auto last = x.sizes.begin() + axes.back() + 1;
  const size_t size = product(first, last);
  const size_t inner = product(last, x.sizes.end());
  if (inner != 1 && size > kMaxRows) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<MeanKernel>(
      product(x.sizes.begin(), first), size, inner));
}

KernelResult make_rows(const BatchNorm& op, const NodeView& node) {
  return KernelResult(std::make_unique<BatchNormKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
