#include <executorch/kernels/portable/cpu/util/sorting.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// The lower one of two middle values; the first NaN if there is one.
template <class C>
void median_of_line(Entry<C>* entries, int64_t n, const LineParams&) {
  const int64_t at = (n - 1) / 2;
  for (int64_t i = 0; i < n; ++i) {
    if (entries[i].value != entries[i].value) {
      entries[0] = entries[i];
      return;
    }
  }
  std::nth_element(entries, entries + at, entries + n, EntryOrder());
  entries[0] = entries[at];
}

}  // namespace

std::tuple<Tensor&, Tensor&> median_dim_values(
    KernelRuntimeContext& ctx, const Tensor& self, int64_t dim, bool keepdim,
    Tensor& values, Tensor& indices) {
  run_line_reduction(ctx, "median", self, dim, keepdim, {},
                     median_of_line<double>, median_of_line<int64_t>, values,
                     indices);
  return {values, indices};
}

}  // namespace executorch::kernels::portable
