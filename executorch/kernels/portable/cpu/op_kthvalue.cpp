#include <executorch/kernels/portable/cpu/util/sorting.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

template <class C>
void kth_of_line(Entry<C>* entries, int64_t n, const LineParams& params) {
  const int64_t at = params.count - 1;
  std::nth_element(entries, entries + at, entries + n, EntryOrder());
  entries[0] = entries[at];
}

}  // namespace

std::tuple<Tensor&, Tensor&> kthvalue_values(KernelRuntimeContext& ctx,
                                             const Tensor& self, int64_t k,
                                             int64_t dim, bool keepdim,
                                             Tensor& values, Tensor& indices) {
  std::tuple<Tensor&, Tensor&> results(values, indices);
  ET_KERNEL_CHECK_MSG(ctx, k >= 1, InvalidArgument, results,
                      "kthvalue: k is %" PRId64 ", expected at least 1", k);
  run_line_reduction(ctx, "kthvalue", self, dim, keepdim, {false, false, k},
                     kth_of_line<double>, kth_of_line<int64_t>, values,
                     indices);
  return results;
}

}  // namespace executorch::kernels::portable
