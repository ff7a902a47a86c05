#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/distance.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class T>
void write_distances(const Tensor& self, double p, T* to) {
  const auto count = static_cast<size_t>(self.size(0));
  const auto length = static_cast<size_t>(self.size(1));
  const T* rows = self.const_data_ptr<T>();
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = i + 1; j < count; ++j) {
      *to++ = convert<double, T>(
          distance(rows + i * length, rows + j * length, length, p));
    }
  }
}

}  // namespace

Tensor& _pdist_forward_out(KernelRuntimeContext& ctx, const Tensor& self,
                           double p, Tensor& out) {
  constexpr const char* kOp = "_pdist_forward";
  if (check_distance(ctx, kOp, p, self, out) &&
      resize_out(ctx, kOp, ops::pdist_shape(sizes_of(self)), out)) {
    dispatch_floating(self.scalar_type(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      write_distances(self, p, out.mutable_data_ptr<T>());
    });
  }
  return out;
}

}  // namespace executorch::kernels::portable
