#include <executorch/kernels/portable/cpu/util/sorting.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

template <class C>
void sort_line(Entry<C>* entries, int64_t n, const LineParams& params) {
  std::sort(entries, entries + n, EntryOrder{params.descending});
}

}  // namespace

/// Equal values keep their order, whether that is asked for or not.
std::tuple<Tensor&, Tensor&> sort_stable_out(
    KernelRuntimeContext& ctx, const Tensor& self, std::optional<bool>,
    int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  constexpr const char* kOp = "sort";
  size_t axis = 0;
  if (check_line_results(ctx, kOp, self, values, indices) &&
      check_axis(ctx, kOp, dim, self, axis) &&
      resize_out(ctx, kOp, sizes_of(self), values) &&
      resize_out(ctx, kOp, sizes_of(self), indices)) {
    run_lines(ctx, kOp, self, axis, {descending}, sort_line<double>,
              sort_line<int64_t>, values, indices);
  }
  return {values, indices};
}

}  // namespace executorch::kernels::portable
