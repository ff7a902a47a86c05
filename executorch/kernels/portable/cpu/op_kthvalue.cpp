#include <executorch/kernels/portable/cpu/util/sorting.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// Moves the entry that sorting would put at `k` there, by partitions around
/// the median of three, which is the choice among equal values that ATen makes.
template <class C>
void select(Entry<C>* entries, int64_t n, int64_t k) {
  const ValueOrder less;
  const auto order = [&](int64_t a, int64_t b) {
    if (less(entries[b], entries[a])) {
      std::swap(entries[a], entries[b]);
    }
  };
  int64_t first = 0;
  int64_t last = n - 1;
  while (first + 1 < last) {
    std::swap(entries[first + (last - first) / 2], entries[first + 1]);
    order(first + 1, last);
    order(first, last);
    order(first + 1, first);
    const Entry<C> pivot = entries[first];
    int64_t low = first + 1;
    int64_t high = last;
    for (;;) {
      do {
        ++low;
      } while (less(entries[low], pivot));
      do {
        --high;
      } while (less(pivot, entries[high]));
      if (high < low) {
        break;
      }
      std::swap(entries[low], entries[high]);
    }
    std::swap(entries[first], entries[high]);
    first = high <= k ? low : first;
    last = high >= k ? high - 1 : last;
  }
  if (first < last) {
    order(first, last);
  }
}

template <class C>
void kth_of_line(Entry<C>* entries, int64_t n, const LineParams& params) {
  const int64_t at = params.count - 1;
  select(entries, n, at);
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
