#include <executorch/kernels/portable/portable_kernels.h>

#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

constexpr runtime::Kernel kKernels[] = {
#define ET_OP ET_ROW_ENTRY
#include <executorch/ops/portable_ops.def>
#undef ET_OP
};

}  // namespace

runtime::Span<const runtime::Kernel> portable_kernels() {
  return {kKernels, sizeof(kKernels) / sizeof(kKernels[0])};
}

}  // namespace executorch::kernels::portable
