#include <executorch/kernels/quantized/quantized_kernels.h>

#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {
namespace {

constexpr runtime::Kernel kKernels[] = {
#define ET_OP ET_ROW_ENTRY
#include <executorch/ops/quantized_ops.def>
#undef ET_OP
};

}  // namespace

runtime::Span<const runtime::Kernel> quantized_kernels() {
  return {kKernels, sizeof(kKernels) / sizeof(kKernels[0])};
}

}  // namespace executorch::kernels::quantized
