#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/epilogue.h>
#include <executorch/backends/engine/kernels/util/matmul_shape.h>

#include <algorithm>

namespace executorch::backends::engine::scalar {
namespace {

class MatMulKernel : public Kernel {
 public:
  MatMulKernel(const MatMul& op, const NodeView& node)
      : shape_(op, node),
        alpha_(static_cast<float>(op.alpha)),
        beta_(static_cast<float>(op.beta)),
        epilogue_(op.epilogue),
        numel_(static_cast<size_t>(node.output().numel())) {}

  Error run(const KernelArgs& args) const override {
    LoopWalk<3> walk(shape_.batch, shape_.batch.size());
    float* y = args.output<float>(0);
    for (int64_t i = shape_.batch_count(); i > 0; --i, walk.next()) {
      product(args.input<float>(0) + walk.offset(MatMulShape::kA),
              args.input<float>(1) + walk.offset(MatMulShape::kB), y);
      if (shape_.has_c) {
        add(args.input<float>(2) + walk.offset(MatMulShape::kC), y);
      }
      y += shape_.m * shape_.n;
    }
    apply(epilogue_, args, args.output<float>(0), numel_);
    return Error::Ok;
  }

 private:
  void product(const float* a, const float* b, float* y) const {
    const int64_t n = shape_.n;
    for (int64_t row = 0; row < shape_.m; ++row, y += n, a += shape_.k) {
      std::fill(y, y + n, 0.0f);
      for (int64_t k = 0; k < shape_.k; ++k) {
        for (int64_t i = 0; i < n; ++i) {
          y[i] += a[k] * b[k * n + i];
        }
      }
      for (int64_t i = 0; i < n; ++i) {
        y[i] *= alpha_;
      }
    }
  }

  void add(const float* c, float* y) const {
    for (int64_t row = 0; row < shape_.m; ++row) {
      for (int64_t i = 0; i < shape_.n; ++i) {
        *y++ +=
            beta_ * c[row * shape_.c_row_stride + i * shape_.c_column_stride];
      }
    }
  }

  MatMulShape shape_;
  float alpha_;
  float beta_;
  Epilogue epilogue_;
  size_t numel_;
};

}  // namespace

KernelResult make(const MatMul& op, const NodeView& node) {
  return KernelResult(std::make_unique<MatMulKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
