#include <executorch/kernels/portable/cpu/util/sorting.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// The lower one of two middle numbers; NaN, which stands last, is left out.
template <class C>
void nanmedian_of_line(Entry<C>* entries, int64_t n, const LineParams&) {
  int64_t numbers = 0;
  for (int64_t i = 0; i < n; ++i) {
    numbers += entries[i].value == entries[i].value ? 1 : 0;
  }
  const int64_t at = numbers == 0 ? 0 : (numbers - 1) / 2;
  std::nth_element(entries, entries + at, entries + n, EntryOrder());
  entries[0] = entries[at];
}

}  // namespace

std::tuple<Tensor&, Tensor&> nanmedian_dim_values(
    KernelRuntimeContext& ctx, const Tensor& self, int64_t dim, bool keepdim,
    Tensor& values, Tensor& indices) {
  run_line_reduction(ctx, "nanmedian", self, dim, keepdim, {},
                     nanmedian_of_line<double>, nanmedian_of_line<int64_t>, values,
                     indices);
  return {values, indices};
}

}  // namespace executorch::kernels::portable
