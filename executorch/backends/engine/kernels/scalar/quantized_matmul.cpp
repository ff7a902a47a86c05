#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/quantized_filter.h>

namespace executorch::backends::engine::scalar {
namespace {

enum Operand : size_t { kX, kScale, kZeroPoint, kWeight, kWeightScale, kBias };

class QuantizedMatMulKernel : public Kernel {
 public:
  explicit QuantizedMatMulKernel(const NodeView& node)
      : m_(static_cast<size_t>(node.input(kScale).numel())),
        filter_(node.input(kX), node.input(kWeight), node.input(kWeightScale)),
        has_bias_(node.has(kBias)) {}

  Error run(const KernelArgs& args) const override {
    float* y = args.output<float>(0);
    for (size_t row = 0; row < m_; ++row) {
      for (size_t column = 0; column < filter_.n; ++column) {
        const float sum =
            sum_of_blocks(args, row, column) * args.input<float>(kScale)[row];
        *y++ = has_bias_ ? sum + args.input<float>(kBias)[column] : sum;
      }
    }
    return Error::Ok;
  }

 private:
  float sum_of_blocks(const KernelArgs& args, size_t row, size_t column) const {
    const float* scales =
        args.input<float>(kWeightScale) + column * filter_.n_blocks;
    float sum = 0;
    for (size_t i = 0; i < filter_.n_blocks; ++i) {
      sum += static_cast<float>(sum_of_block(args, row, column, i)) * scales[i];
    }
    return sum;
  }

  int32_t sum_of_block(const KernelArgs& args, size_t row, size_t column,
                       size_t block) const {
    const uint8_t* x = args.input<uint8_t>(kX) + row * filter_.k;
    const int32_t zero_point = args.input<uint8_t>(kZeroPoint)[row];
    int32_t sum = 0;
    for (size_t i = 0; i < filter_.block(); ++i) {
      const size_t k = block * filter_.block() + i;
      sum +=
          (x[k] - zero_point) * filter_.number(args.inputs[kWeight], column, k);
    }
    return sum;
  }

  size_t m_;
  QuantizedFilter filter_;
  bool has_bias_;
};

}  // namespace

KernelResult make(const QuantizedMatMul&, const NodeView& node) {
  return KernelResult(std::make_unique<QuantizedMatMulKernel>(node));
}

}  // namespace executorch::backends::engine::scalar
