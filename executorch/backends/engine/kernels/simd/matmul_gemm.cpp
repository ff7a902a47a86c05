#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/matmul_shape.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kA, kB, kC, kResidual };

class MatMulKernel : public Kernel {
 public:
  MatMulKernel(const MatMul& op, const NodeView& node)
      : shape_(op, node),
        epilogue_(op.epilogue),
        gemm_(static_cast<size_t>(shape_.m), static_cast<size_t>(shape_.n), 1,
              static_cast<size_t>(shape_.k)),
        n_workers_(workers_for(static_cast<size_t>(node.output().numel()) *
                               gemm_.depth())),
        alpha_(static_cast<float>(op.alpha)),
        beta_(static_cast<float>(op.beta)),
        n_matrices_(static_cast<size_t>(shape_.batch_count())) {}

  bool can_pack() const { return gemm_.can_pack(n_workers_); }

  /// Packs b if it is a constant.
  Error pack(const NodeView& node) {
    if (!node.inputs[kB].is_constant()) {
      return Error::Ok;
    }
    const size_t count =
        static_cast<size_t>(node.input(kB).numel()) / matrix_numel();
    return packed_.make(
        {MatMul::kName, node.inputs[kB], *node.store}, count,
        gemm_.packed_numel(), [&](const float* b, size_t i, float* to) {
          for_each_task(gemm_.n_panels(), n_workers_, [&](size_t j, size_t) {
            pack_panel(b + i * matrix_numel(), j, to);
          });
        });
  }

  Error run(const KernelArgs& args) const override {
    if (packed_.is_made()) {
      run_packed(args);
    } else if (has_many_matrices()) {
      run_matrices(args);
    } else {
      run_one_by_one(args);
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    const size_t buffers = packed_.is_made()     ? 0
                           : has_many_matrices() ? n_workers_
                                                 : 1;
    return buffers * panels_nbytes() + n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override { return packed_.nbytes(); }
  bool reads(size_t input) const override {
    return input != kB || !packed_.is_made();
  }

 private:
  size_t matrix_numel() const {
    return static_cast<size_t>(shape_.k * shape_.n);
  }
  size_t panels_nbytes() const {
    return align_up(gemm_.packed_numel() * sizeof(float));
  }
  size_t worker_nbytes() const {
    return align_up(gemm_.scratch_nbytes(0, packed_.is_half()));
  }
  /// Each thread has matrices of its own.
  bool has_many_matrices() const { return n_matrices_ >= n_workers_; }

  void pack_panel(const float* b, size_t panel, float* to) const {
    gemm_.pack_panel(b, static_cast<size_t>(shape_.n), panel, to);
  }

  void run_packed(const KernelArgs& args) const {
    const size_t shares = gemm_.n_shares(n_workers_);
    auto* scratch = static_cast<std::byte*>(args.scratch);
    for_each_task(n_matrices_ * shares, n_workers_,
                  [&](size_t task, size_t worker) {
                    const size_t i = task / shares;
                    const size_t matrix = shape_.offset(kB, i) / matrix_numel();
                    Panels panels;
                    if (packed_.is_half()) {
                      panels.halves = packed_.halves(matrix);
                    } else {
                      panels.floats = packed_.floats(matrix);
                    }
                    run_share(args, i, task % shares, n_workers_, panels,
                              scratch + worker * worker_nbytes());
                  });
  }

  void run_matrices(const KernelArgs& args) const {
    auto* scratch = static_cast<std::byte*>(args.scratch);
    for_each_task(n_matrices_, n_workers_, [&](size_t i, size_t worker) {
      std::byte* own = scratch + worker * (panels_nbytes() + worker_nbytes());
      auto* to = reinterpret_cast<float*>(own);
      for (size_t j = 0; j < gemm_.n_panels(); ++j) {
        pack_panel(args.input<float>(kB) + shape_.offset(kB, i), j, to);
      }
      for (size_t j = 0; j < gemm_.n_shares(1); ++j) {
        run_share(args, i, j, 1, {to}, own + panels_nbytes());
      }
    });
  }

  void run_one_by_one(const KernelArgs& args) const {
    auto* to = static_cast<float*>(args.scratch);
    std::byte* scratch =
        static_cast<std::byte*>(args.scratch) + panels_nbytes();
    for (size_t i = 0; i < n_matrices_; ++i) {
      for_each_task(gemm_.n_panels(), n_workers_, [&](size_t j, size_t) {
        pack_panel(args.input<float>(kB) + shape_.offset(kB, i), j, to);
      });
      for_each_task(gemm_.n_shares(n_workers_), n_workers_,
                    [&](size_t j, size_t worker) {
                      run_share(args, i, j, n_workers_, {to},
                                scratch + worker * worker_nbytes());
                    });
    }
  }

  void run_share(const KernelArgs& args, size_t i, size_t share,
                 size_t n_workers, const Panels& panels, void* scratch) const {
    const MatrixRows a(args.input<float>(kA) + shape_.offset(kA, i),
                       static_cast<size_t>(shape_.k));
    const size_t at = i * gemm_.m() * static_cast<size_t>(shape_.n);
    GemmOutput output;
    output.y = args.output<float>(0) + at;
    output.row_stride = static_cast<size_t>(shape_.n);
    output.alpha = alpha_;
    output.beta = beta_;
    if (shape_.has_c) {
      output.c = args.input<float>(kC) + shape_.offset(kC, i);
      output.c_row_stride = static_cast<size_t>(shape_.c_row_stride);
      output.c_column_stride = static_cast<size_t>(shape_.c_column_stride);
    }
    if (epilogue_.has_residual) {
      output.residual = args.input<float>(kResidual) + at;
    }
    output.min = static_cast<float>(epilogue_.min);
    output.max = static_cast<float>(epilogue_.max);
    gemm_.run(gemm_.share(share, n_workers), a, panels, scratch, output);
  }

  MatMulShape shape_;
  Epilogue epilogue_;
  Gemm gemm_;
  size_t n_workers_;
  float alpha_;
  float beta_;
  size_t n_matrices_;  ///< of the result
  PackedPanels packed_;
};

}  // namespace

KernelResult make_gemm(const MatMul& op, const NodeView& node) {
  if (node.input(kA).numel() == 0 || node.input(kB).numel() == 0) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<MatMulKernel>(op, node);
  if (!kernel->can_pack()) {
    return KernelResult(nullptr);
  }
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
