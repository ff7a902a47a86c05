#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kBias };

/// One window that is the whole plane: y [N, O] = x [N, C H W] weight^T.
class Conv2dPlaneKernel : public Kernel {
 public:
  explicit Conv2dPlaneKernel(const NodeView& node)
      : outputs_(static_cast<size_t>(node.output().sizes[1])),
        depth_(static_cast<size_t>(node.input(kX).sizes[1] *
                                   node.input(kX).sizes[2] *
                                   node.input(kX).sizes[3])),
        gemm_(static_cast<size_t>(node.input(kX).sizes[0]), outputs_, depth_),
        has_bias_(node.has(kBias)) {}

  Error pack(const NodeView& node) {
    const auto* weight =
        static_cast<const float*>(node.inputs[kWeight].constant);
    return packed_.make(1, gemm_.packed_b_numel(),
                        node.inputs[kWeight].is_half_exact,
                        [&](size_t, float* to) {
                          gemm_.pack_b(MatrixColumns(weight, 1, depth_), to);
                        });
  }

  Error run(const KernelArgs& args) const override {
    GemmOutput output;
    output.y = args.output<float>(0);
    output.row_stride = outputs_;
    output.c = has_bias_ ? args.input<float>(kBias) : nullptr;
    output.c_column_stride = 1;
    gemm_.run(MatrixRows{args.input<float>(kX), depth_}, packed_, 0,
              args.scratch, output);
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return gemm_.scratch_nbytes({}, packed_);
  }
  size_t packed_nbytes() const override { return packed_.nbytes(); }
  bool reads(size_t input) const override { return input != kWeight; }

 private:
  size_t outputs_;
  size_t depth_;
  Gemm gemm_;
  bool has_bias_;
  PackedOperand packed_;
};

}  // namespace

KernelResult make_plane(const Conv2d& op, const NodeView& node) {
  const std::array<int64_t, 2> zeros{0, 0};
  const std::vector<int64_t>& x = node.input(kX).sizes;
  const bool is_whole_plane =
      op.window.pad_before == zeros && op.window.pad_after == zeros &&
      op.window.kernel[0] == x[2] && op.window.kernel[1] == x[3];
  if (!is_whole_plane || op.groups != 1 || node.input(kX).numel() == 0 ||
      node.input(kWeight).numel() == 0 ||
      node.inputs[kWeight].constant == nullptr) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<Conv2dPlaneKernel>(node);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
