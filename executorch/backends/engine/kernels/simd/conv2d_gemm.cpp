#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/image_columns.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kBias };

bool is_pointwise(const Window& window) {
  const std::array<int64_t, 2> ones{1, 1};
  const std::array<int64_t, 2> zeros{0, 0};
  return window.kernel == ones && window.stride == ones &&
         window.pad_before == zeros && window.pad_after == zeros;
}

/// y [O, positions] = weight [O, C taps] x columns [C taps, positions], for
/// each sample and group.
class Conv2dKernel : public Kernel {
 public:
  Conv2dKernel(const Conv2d& op, const NodeView& node)
      : shape_(op.window, node),
        groups_(static_cast<size_t>(op.groups)),
        outputs_(static_cast<size_t>(node.output().sizes[1]) / groups_),
        channels_(static_cast<size_t>(shape_.channels) / groups_),
        depth_(channels_ * static_cast<size_t>(shape_.taps())),
        positions_(static_cast<size_t>(shape_.out_plane())),
        gemm_(outputs_, positions_, depth_),
        has_bias_(node.has(kBias)),
        is_pointwise_(is_pointwise(op.window)) {}

  Error pack(const NodeView& node) {
    const void* weight = node.inputs[kWeight].constant;
    if (weight == nullptr) {
      return Error::Ok;
    }
    return packed_.make(
        groups_, gemm_.packed_a_numel(), node.inputs[kWeight].is_half_exact,
        [&](size_t i, float* to) {
          gemm_.pack_a(rows(static_cast<const float*>(weight), i), to);
        });
  }

  Error run(const KernelArgs& args) const override {
    const size_t n = static_cast<size_t>(shape_.batch) * groups_;
    const float* x = args.input<float>(kX);
    GemmOutput output;
    output.y = args.output<float>(0);
    output.row_stride = positions_;
    output.c_row_stride = 1;
    for (size_t i = 0; i < n; ++i) {
      const size_t group = i % groups_;
      if (has_bias_) {
        output.c = args.input<float>(kBias) + group * outputs_;
      }
      run_one(args, group, x, output);
      x += channels_ * static_cast<size_t>(shape_.in_plane());
      output.y += outputs_ * positions_;
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return gemm_.scratch_nbytes(packed_, {});
  }
  size_t packed_nbytes() const override { return packed_.nbytes(); }
  bool reads(size_t input) const override {
    return input != kWeight || !packed_.is_made();
  }

 private:
  MatrixRows rows(const float* weight, size_t group) const {
    return {weight + group * outputs_ * depth_, depth_};
  }

  void run_one(const KernelArgs& args, size_t group, const float* x,
               const GemmOutput& output) const {
    const MatrixColumns matrix(x, positions_, 1);
    const ImageColumns image(shape_, x);
    const ColumnSource& columns =
        is_pointwise_ ? static_cast<const ColumnSource&>(matrix) : image;
    if (packed_.is_made()) {
      gemm_.run(packed_, group, columns, args.scratch, output);
    } else {
      gemm_.run(rows(args.input<float>(kWeight), group), columns, args.scratch,
                output);
    }
  }

  WindowShape shape_;
  size_t groups_;
  size_t outputs_;   ///< of a group
  size_t channels_;  ///< of a group
  size_t depth_;
  size_t positions_;
  Gemm gemm_;
  bool has_bias_;
  bool is_pointwise_;
  PackedOperand packed_;
};

}  // namespace

KernelResult make_gemm(const Conv2d& op, const NodeView& node) {
  if (node.input(0).numel() == 0 || node.input(1).numel() == 0) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<Conv2dKernel>(op, node);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
