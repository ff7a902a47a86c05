#include <executorch/kernels/portable/cpu/util/scatter.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class T>
void gather(const IndexedPlaces& places, const Tensor& self, Tensor& out) {
  const auto* from = static_cast<const T*>(self.const_data_ptr());
  auto* to = static_cast<T*>(out.mutable_data_ptr());
  places.for_each([&](int64_t i, int64_t place) { to[i] = from[place]; });
}

}  // namespace

Tensor& gather_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                   const Tensor& index, bool, Tensor& out) {
  constexpr const char* kOp = "gather";
  IndexedPlaces places;
  if (!check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp, sizes_of(index), out) ||
      !places.init(ctx, kOp, self, dim, index, out)) {
    return out;
  }
  switch (runtime::elementSize(self.scalar_type())) {
    case 1:
      gather<uint8_t>(places, self, out);
      break;
    case 2:
      gather<uint16_t>(places, self, out);
      break;
    case 4:
      gather<uint32_t>(places, self, out);
      break;
    case 8:
      gather<uint64_t>(places, self, out);
      break;
    default:
      refuse_dtype(ctx, kOp, self.scalar_type());
  }
  return out;
}

}  // namespace executorch::kernels::portable
