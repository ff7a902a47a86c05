#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/attention_shape.h>

#include <algorithm>
#include <cmath>

namespace executorch::backends::engine::scalar {
namespace {

using Matrices = AttentionShape::Matrices;

class AttentionKernel : public Kernel {
 public:
  AttentionKernel(const Attention& op, const NodeView& node)
      : shape_(op, node), scale_(static_cast<float>(op.scale)) {}

  Error run(const KernelArgs& args) const override {
    for (size_t i = 0; i < shape_.batch_count(); ++i) {
      for (size_t row = 0; row < shape_.rows; ++row) {
        run_row(args, i, row);
      }
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override { return shape_.keys * sizeof(float); }

 private:
  void run_row(const KernelArgs& args, size_t i, size_t row) const {
    auto* scores = static_cast<float*>(args.scratch);
    const float* q = args.input<float>(0) + shape_.offset(shape_.q, i) +
                     row * shape_.q.row_stride;
    const float* k = args.input<float>(1) + shape_.offset(shape_.k, i);
    for (size_t t = 0; t < shape_.keys; ++t) {
      float sum = 0;
      for (size_t d = 0; d < shape_.depth; ++d) {
        sum += q[d * shape_.q.column_stride] *
               k[t * shape_.k.row_stride + d * shape_.k.column_stride];
      }
      scores[t] = sum * scale_;
    }
    if (shape_.has_mask) {
      const float* mask = args.input<float>(Attention::kMask) +
                          shape_.offset(shape_.mask, i) +
                          row * shape_.mask.row_stride;
      for (size_t t = 0; t < shape_.keys; ++t) {
        scores[t] += mask[t * shape_.mask.column_stride];
      }
    }
    softmax(scores);
    const float* v = args.input<float>(2) + shape_.offset(shape_.v, i);
    float* y = args.output<float>(0) + shape_.offset(shape_.y, i) +
               row * shape_.y.row_stride;
    for (size_t j = 0; j < shape_.columns; ++j) {
      float sum = 0;
      for (size_t t = 0; t < shape_.keys; ++t) {
        sum +=
            scores[t] * v[t * shape_.v.row_stride + j * shape_.v.column_stride];
      }
      y[j * shape_.y.column_stride] = sum;
    }
  }

  void softmax(float* scores) const {
    float largest = scores[0];
    for (size_t t = 1; t < shape_.keys; ++t) {
      largest =
          scores[t] > largest || std::isnan(scores[t]) ? scores[t] : largest;
    }
    float sum = 0;
    for (size_t t = 0; t < shape_.keys; ++t) {
      scores[t] = std::exp(scores[t] - largest);
      sum += scores[t];
    }
    for (size_t t = 0; t < shape_.keys; ++t) {
      scores[t] /= sum;
    }
  }

  AttentionShape shape_;
  float scale_;
};

}  // namespace

KernelResult make(const Attention& op, const NodeView& node) {
  return KernelResult(std::make_unique<AttentionKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
