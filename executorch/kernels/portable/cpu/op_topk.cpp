#include <executorch/kernels/portable/cpu/util/sorting.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

template <class C>
void top_of_line(Entry<C>* entries, int64_t n, const LineParams& params) {
  const ValueOrder order{params.descending};
  const int64_t k = params.count;
  if (k * 64 <= n) {
    std::partial_sort(entries, entries + k, entries + n, order);
    return;
  }
  if (k < n) {
    std::nth_element(entries, entries + k - 1, entries + n, order);
  }
  if (params.flag) {
    std::sort(entries, entries + (k < n ? k - 1 : k), order);
  }
}

}  // namespace

std::tuple<Tensor&, Tensor&> topk_values(KernelRuntimeContext& ctx,
                                         const Tensor& self, int64_t k,
                                         int64_t dim, bool largest, bool sorted,
                                         Tensor& values, Tensor& indices) {
  constexpr const char* kOp = "topk";
  const Shape shape = ops::topk_shape(sizes_of(self), k, dim);
  if (check_line_results(ctx, kOp, self, values, indices) &&
      resize_out(ctx, kOp, shape, values) &&
      resize_out(ctx, kOp, shape, indices)) {
    const size_t axis =
        *ops::normalize_axis(dim, static_cast<size_t>(self.dim()));
    run_lines(ctx, kOp, self, axis, {largest, sorted, k}, top_of_line<double>,
              top_of_line<int64_t>, values, indices);
  }
  return {values, indices};
}

}  // namespace executorch::kernels::portable
