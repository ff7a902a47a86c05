#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/requantize.h>

namespace executorch::backends::engine::scalar {
namespace {

class QuantizedAddKernel : public Kernel {
 public:
  QuantizedAddKernel(const QuantizedAdd& op, const NodeView& node)
      : op_(op), numel_(static_cast<size_t>(node.output().numel())) {}

  Error run(const KernelArgs& args) const override {
    const Requantization requantize(op_);
    const uint8_t* a = args.input<uint8_t>(0);
    const uint8_t* b = args.input<uint8_t>(1);
    for (size_t i = 0; i < numel_; ++i) {
      args.output<uint8_t>(0)[i] =
          requantize(static_cast<float>(a[i] - op_.a_zero_point) * op_.a_scale +
                     static_cast<float>(b[i] - op_.b_zero_point) * op_.b_scale);
    }
    return Error::Ok;
  }

 private:
  QuantizedAdd op_;
  size_t numel_;
};

}  // namespace

KernelResult make(const QuantizedAdd& op, const NodeView& node) {
  return KernelResult(std::make_unique<QuantizedAddKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
