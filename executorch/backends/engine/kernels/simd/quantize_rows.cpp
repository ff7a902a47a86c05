#include <executorch/backends/engine/kernels/simd/quantize_rows_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

enum Result : size_t { kNumbers, kScale, kZeroPoint };

class QuantizeRowsKernel : public Kernel {
 public:
  QuantizeRowsKernel(const QuantizeRows& op, const NodeView& node)
      : loops_(quantize_rows_loops()),
        wants_scale_(node.wants(kScale)),
        wants_zero_point_(node.wants(kZeroPoint)) {
    const TensorType& x = node.input(0);
    for (size_t i = 0; i < x.rank(); ++i) {
      const bool is_in_row = i >= static_cast<size_t>(op.first_axis);
      (is_in_row ? size_ : rows_) *= static_cast<size_t>(x.sizes[i]);
    }
    n_workers_ = workers_for(rows_ * size_);
  }

  Error run(const KernelArgs& args) const override {
    for_each_task(rows_, n_workers_,
                  [&](size_t row, size_t) { run_row(args, row); });
    return Error::Ok;
  }

 private:
  void run_row(const KernelArgs& args, size_t row) const {
    const float* x = args.input<float>(0) + row * size_;
    uint8_t* y = args.output<uint8_t>(kNumbers) + row * size_;
    const RowExtremes found = loops_.extremes(x, size_);
    const RowQuantization quantization(found.min, found.max, found.is_finite);
    if (quantization.is_finite()) {
      loops_.quantize(x, y, size_, quantization);
    } else {
      std::fill_n(y, size_, uint8_t{0});
    }
    if (wants_scale_) {
      args.output<float>(kScale)[row] = quantization.scale;
    }
    if (wants_zero_point_) {
      args.output<uint8_t>(kZeroPoint)[row] = quantization.zero_point;
    }
  }

  QuantizeRowsLoops loops_;
  bool wants_scale_;
  bool wants_zero_point_;
  size_t rows_ = 1;
  size_t size_ = 1;
  size_t n_workers_ = 1;
};

}  // namespace

KernelResult make_rows(const QuantizeRows& op, const NodeView& node) {
  return KernelResult(std::make_unique<QuantizeRowsKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
