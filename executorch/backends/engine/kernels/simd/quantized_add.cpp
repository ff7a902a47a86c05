#include <executorch/backends/engine/kernels/simd/quantized_add_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

namespace executorch::backends::engine::simd {
namespace {

class QuantizedAddKernel : public Kernel {
 public:
  QuantizedAddKernel(const QuantizedAdd& op, const NodeView& node)
      : op_(op),
        add_(quantized_add_loop()),
        numel_(static_cast<size_t>(node.output().numel())),
        n_workers_(workers_for(numel_)) {}

  Error run(const KernelArgs& args) const override {
    for_each_task(n_workers_, n_workers_, [&](size_t part, size_t) {
      const size_t first = part_begin(numel_, n_workers_, part);
      const size_t end = part_begin(numel_, n_workers_, part + 1);
      add_(op_, args.input<uint8_t>(0) + first, args.input<uint8_t>(1) + first,
           args.output<uint8_t>(0) + first, end - first);
    });
    return Error::Ok;
  }

 private:
  QuantizedAdd op_;
  QuantizedAddLoop add_;
  size_t numel_;
  size_t n_workers_;
};

}  // namespace

KernelResult make_pointwise(const QuantizedAdd& op, const NodeView& node) {
  return KernelResult(std::make_unique<QuantizedAddKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
