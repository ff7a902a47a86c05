#include <executorch/kernels/all_kernels.h>

#include <executorch/kernels/portable/portable_kernels.h>
#include <executorch/kernels/prim_ops/prim_ops.h>
#include <executorch/kernels/quantized/quantized_kernels.h>

namespace executorch::kernels {

runtime::Span<const runtime::Span<const runtime::Kernel>> all_kernels() {
  static const runtime::Span<const runtime::Kernel> tables[] = {
      prim_ops_kernels(), portable::portable_kernels(),
      quantized::quantized_kernels()};
  return {tables, sizeof(tables) / sizeof(tables[0])};
}

}  // namespace executorch::kernels
