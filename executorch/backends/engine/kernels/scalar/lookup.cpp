#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

namespace executorch::backends::engine::scalar {
namespace {

class LookupKernel : public Kernel {
 public:
  LookupKernel(const Lookup& op, const NodeView& node)
      : table_(op.table),
        numel_(static_cast<size_t>(node.output().numel())),
        n_workers_(workers_for(numel_)) {}

  Error run(const KernelArgs& args) const override {
    const uint8_t* x = args.input<uint8_t>(0);
    uint8_t* y = args.output<uint8_t>(0);
    for_each_task(n_workers_, n_workers_, [&](size_t part, size_t) {
      const size_t end = part_begin(numel_, n_workers_, part + 1);
      for (size_t i = part_begin(numel_, n_workers_, part); i < end; ++i) {
        y[i] = table_[x[i]];
      }
    });
    return Error::Ok;
  }

 private:
  std::array<uint8_t, 256> table_;
  size_t numel_;
  size_t n_workers_;
};

}  // namespace

KernelResult make(const Lookup& op, const NodeView& node) {
  return KernelResult(std::make_unique<LookupKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
