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
        wants_zero_point_(node.wants(kZeroPoint)),
        shape_(op, node.input(0)) {
    n_workers_ = workers_for(shape_.rows * shape_.size);
  }

  Error run(const KernelArgs& args) const override {
    for_each_task(shape_.rows, n_workers_,
                  [&](size_t row, size_t) { run_row(args, row); });
    return Error::Ok;
  }

 private:
  void run_row(const KernelArgs& args, size_t row) const {
    const float* x = args.input<float>(0) + row * shape_.size;
    uint8_t* y = args.output<uint8_t>(kNumbers) + row * shape_.size;
    const RowExtremes found = loops_.extremes(x, shape_.size);
    const RowQuantization quantization(found.min, found.max, found.is_finite);
    if (quantization.is_finite()) {
      loops_.quantize(x, y, shape_.size, quantization);
    } else {
      std::fill_n(y, shape_.size, uint8_t{0});
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
  RowShape shape_;
  size_t n_workers_ = 1;
};

}  // namespace

KernelResult make_rows(const QuantizeRows& op, const NodeView& node) {
  return KernelResult(std::make_unique<QuantizeRowsKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
