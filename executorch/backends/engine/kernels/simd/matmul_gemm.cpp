#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/matmul_shape.h>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kA, kB, kC };

class MatMulKernel : public Kernel {
 public:
  MatMulKernel(const MatMul& op, const NodeView& node)
      : shape_(op, node),
        gemm_(static_cast<size_t>(shape_.m), static_cast<size_t>(shape_.n),
              static_cast<size_t>(shape_.k)),
        alpha_(static_cast<float>(op.alpha)),
        beta_(static_cast<float>(op.beta)) {}

  /// Packs b if it is a constant.
  Error pack(const NodeView& node) {
    if (node.inputs[kB].constant == nullptr) {
      return Error::Ok;
    }
    const auto count =
        static_cast<size_t>(node.input(kB).numel() / matrix_numel());
    const auto* b = static_cast<const float*>(node.inputs[kB].constant);
    return packed_.make(
        count, gemm_.packed_b_numel(), node.inputs[kB].is_half_exact,
        [&](size_t i, float* to) {
          gemm_.pack_b(columns(b + i * static_cast<size_t>(matrix_numel())),
                       to);
        });
  }

  Error run(const KernelArgs& args) const override {
    LoopWalk<3> walk(shape_.batch, shape_.batch.size());
    float* y = args.output<float>(0);
    for (int64_t i = shape_.batch_count(); i > 0; --i, walk.next()) {
      run_one(args, walk, y);
      y += shape_.m * shape_.n;
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return gemm_.scratch_nbytes({}, packed_);
  }
  size_t packed_nbytes() const override { return packed_.nbytes(); }
  bool reads(size_t input) const override {
    return input != kB || !packed_.is_made();
  }

 private:
  int64_t matrix_numel() const { return shape_.k * shape_.n; }

  MatrixColumns columns(const float* b) const {
    return {b, static_cast<size_t>(shape_.n), 1};
  }

  void run_one(const KernelArgs& args, const LoopWalk<3>& walk,
               float* y) const {
    const MatrixRows a = {args.input<float>(kA) + walk.offset(MatMulShape::kA),
                          static_cast<size_t>(shape_.k)};
    GemmOutput output;
    output.y = y;
    output.row_stride = static_cast<size_t>(shape_.n);
    output.alpha = alpha_;
    output.beta = beta_;
    if (shape_.has_c) {
      output.c = args.input<float>(kC) + walk.offset(MatMulShape::kC);
      output.c_row_stride = static_cast<size_t>(shape_.c_row_stride);
      output.c_column_stride = static_cast<size_t>(shape_.c_column_stride);
    }
    const int64_t b = walk.offset(MatMulShape::kB);
    if (packed_.is_made()) {
      gemm_.run(a, packed_, static_cast<size_t>(b / matrix_numel()),
                args.scratch, output);
    } else {
      gemm_.run(a, columns(args.input<float>(kB) + b), args.scratch, output);
    }
  }

  MatMulShape shape_;
  Gemm gemm_;
  float alpha_;
  float beta_;
  PackedOperand packed_;
};

}  // namespace

KernelResult make_gemm(const MatMul& op, const NodeView& node) {
  if (node.input(0).numel() == 0 || node.input(1).numel() == 0) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<MatMulKernel>(op, node);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
