#include <executorch/kernels/portable/cpu/util/sorting.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// The smallest of the most frequent values.
template <class C>
void mode_of_line(Entry<C>* entries, int64_t n, const LineParams&) {
  std::sort(entries, entries + n, ValueOrder());
  Entry<C> best = entries[0];
  int64_t most = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < n; ++i) {
    ++count;
    if (i + 1 < n && entries[i].value == entries[i + 1].value) {
      continue;
    }
    if (count > most) {
      best = entries[i];
      most = count;
    }
    count = 0;
  }
  entries[0] = best;
}

}  // namespace

std::tuple<Tensor&, Tensor&> mode_values(KernelRuntimeContext& ctx,
                                         const Tensor& self, int64_t dim,
                                         bool keepdim, Tensor& values,
                                         Tensor& indices) {
  run_line_reduction(ctx, "mode", self, dim, keepdim, {}, mode_of_line<double>,
                     mode_of_line<int64_t>, values, indices);
  return {values, indices};
}

}  // namespace executorch::kernels::portable
