#include <executorch/kernels/portable/portable_kernels.h>

#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

constexpr runtime::Kernel kKernels[] = {
#define ET_OP(name, overload, schema, out_overload, shape, decompose, kernel) \
  ET_IF_KERNEL(kernel,                                                        \
               runtime::Kernel(rows::kernel::kName.text,                      \
                               boxed<rows::kernel, &portable::kernel>,        \
                               num_args(schema), written_args(schema)), )
#include <executorch/ops/all_ops.def>
#undef ET_OP
};

}  // namespace

runtime::Span<const runtime::Kernel> portable_kernels() {
  return {kKernels, sizeof(kKernels) / sizeof(kKernels[0])};
}

}  // namespace executorch::kernels::portable
