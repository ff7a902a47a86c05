#include <executorch/kernels/portable/cpu/util/scatter.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "scatter_reduce";

/// Divides each place that has several values by their number; integers are
/// rounded towards minus infinity.
void divide_by_counts(KernelRuntimeContext& ctx, int64_t dim,
                      const Tensor& index, const Tensor& src, bool counts_self,
                      Tensor& out) {
  IndexedPlaces places;
  const auto n = static_cast<size_t>(out.numel());
  const auto memory = ctx.allocate_temp(n * sizeof(double), alignof(double));
  if (!memory.ok() || !places.init(ctx, kOp, out, dim, index, src)) {
    ET_LOG(Error, "%s: no temporary memory for %zu counts", kOp, n);
    ctx.fail(Error::MemoryAllocationFailed);
    return;
  }
  auto* counts = static_cast<double*>(memory.get());
  std::fill_n(counts, n, counts_self ? 1.0 : 0.0);
  places.for_each([&](int64_t, int64_t place) { counts[place] += 1; });
  const ScalarType dtype = out.scalar_type();
  const ScalarType compute =
      is_floating(dtype) ? ScalarType::Double : ScalarType::Long;
  const LoadFn load = load_function(dtype, compute);
  const StoreFn store = store_function(compute, dtype);
  const size_t nbytes = runtime::elementSize(dtype);
  char* data = static_cast<char*>(out.mutable_data_ptr());
  for (size_t i = 0; i < n; ++i, data += nbytes) {
    double real = 0;
    int64_t integer = 0;
    void* value = is_floating(dtype) ? static_cast<void*>(&real) : &integer;
    load(data, 1, value, 1);
    real /= std::max(counts[i], 1.0);
    integer = ops::floor_div(
        integer, static_cast<int64_t>(std::max(counts[i], 1.0)));
    store(value, data, 1, 1);
  }
}

}  // namespace

Tensor& scatter_reduce_two_out(KernelRuntimeContext& ctx, const Tensor& self,
                               int64_t dim, const Tensor& index,
                               const Tensor& src, std::string_view reduce,
                               bool include_self, Tensor& out) {
  const bool is_mean = reduce == "mean";
  Combine combine = Combine::kAdd;
  if (reduce == "prod") {
    combine = Combine::kMultiply;
  } else if (reduce == "amax" || reduce == "amin") {
    combine = reduce == "amax" ? Combine::kMax : Combine::kMin;
  } else {
    ET_KERNEL_CHECK_MSG(ctx, is_mean || reduce == "sum", InvalidArgument, out,
                        "%s: found an unknown reduction, expected sum, prod, "
                        "mean, amax or amin",
                        kOp);
  }
  scatter_combine(ctx, kOp, self, dim, index, src, combine, !include_self, out);
  if (is_mean && ctx.failure_state() == Error::Ok && out.numel() != 0) {
    divide_by_counts(ctx, dim, index, src, include_self, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
