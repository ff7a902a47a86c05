// Compiled for each target of rushlight_selective_build(), with the rows that
// select-kernels wrote for its programs.
#define ET_KERNEL_ROWS <selected_portable_rows.def>
#define ET_QUANTIZED_KERNEL_ROWS <selected_quantized_rows.def>
#include <executorch/kernels/selected_kernels.h>

#include <executorch/kernels/portable/kernels.h>
#include <executorch/kernels/prim_ops/prim_ops.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch {
namespace kernels {

// An array has elements even where no row was selected: the last is left out.

namespace portable {
constexpr runtime::Kernel kSelected[] = {
#define ET_OP ET_ROW_ENTRY
#include <selected_portable_rows.def>
#undef ET_OP
    runtime::Kernel()};
}  // namespace portable

namespace quantized {
constexpr runtime::Kernel kSelected[] = {
#define ET_OP ET_ROW_ENTRY
#include <selected_quantized_rows.def>
#undef ET_OP
    runtime::Kernel()};
}  // namespace quantized

namespace {

template <size_t n>
runtime::Span<const runtime::Kernel> without_last(
    const runtime::Kernel (&table)[n]) {
  return {table, n - 1};
}

}  // namespace

runtime::Span<const runtime::Span<const runtime::Kernel>> selected_kernels() {
  static const runtime::Span<const runtime::Kernel> tables[] = {
      prim_ops_kernels(), without_last(portable::kSelected),
      without_last(quantized::kSelected)};
  return {tables, sizeof(tables) / sizeof(tables[0])};
}

}  // namespace kernels
}  // namespace executorch
