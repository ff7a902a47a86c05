#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/row_quantization.h>

#include <algorithm>
#include <cmath>

namespace executorch::backends::engine::scalar {
namespace {

enum Result : size_t { kNumbers, kScale, kZeroPoint };

class QuantizeRowsKernel : public Kernel {
 public:
  QuantizeRowsKernel(const QuantizeRows& op, const NodeView& node)
      : wants_scale_(node.wants(kScale)),
        wants_zero_point_(node.wants(kZeroPoint)),
        shape_(op, node.input(0)) {}

  Error run(const KernelArgs& args) const override {
    for (size_t i = 0; i < shape_.rows; ++i) {
      const float* x = args.input<float>(0) + i * shape_.size;
      const RowQuantization quantize = quantization_of(x);
      std::transform(x, x + shape_.size,
                     args.output<uint8_t>(kNumbers) + i * shape_.size,
                     [&](float number) {
                       return quantize.is_finite() ? quantize(number)
                                                   : uint8_t{0};
                     });
      if (wants_scale_) {
        args.output<float>(kScale)[i] = quantize.scale;
      }
      if (wants_zero_point_) {
        args.output<uint8_t>(kZeroPoint)[i] = quantize.zero_point;
      }
    }
    return Error::Ok;
  }

 private:
  RowQuantization quantization_of(const float* x) const {
    float min = 0;
    float max = 0;
    bool is_finite = true;
    for (size_t i = 0; i < shape_.size; ++i) {
      min = std::min(min, x[i]);
      max = std::max(max, x[i]);
      is_finite = is_finite && std::isfinite(x[i]);
    }
    return {min, max, is_finite};
  }

  bool wants_scale_;
  bool wants_zero_point_;
  RowShape shape_;
};

}  // namespace

KernelResult make(const QuantizeRows& op, const NodeView& node) {
  return KernelResult(std::make_unique<QuantizeRowsKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
