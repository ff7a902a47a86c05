#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/cpu/util/scatter.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "scatter";

/// Every element of `from` that is read is at `step` times its position.
template <class T>
void scatter(const IndexedPlaces& places, const void* from, int64_t step,
             Tensor& out) {
  const auto* values = static_cast<const T*>(from);
  auto* to = static_cast<T*>(out.mutable_data_ptr());
  places.for_each(
      [&](int64_t i, int64_t place) { to[place] = values[i * step]; });
}

void scatter_bytes(KernelRuntimeContext& ctx, const IndexedPlaces& places,
                   const void* from, int64_t step, Tensor& out) {
  switch (runtime::elementSize(out.scalar_type())) {
    case 1:
      return scatter<uint8_t>(places, from, step, out);
    case 2:
      return scatter<uint16_t>(places, from, step, out);
    case 4:
      return scatter<uint32_t>(places, from, step, out);
    case 8:
      return scatter<uint64_t>(places, from, step, out);
    default:
      refuse_dtype(ctx, kOp, out.scalar_type());
  }
}

}  // namespace

Tensor& scatter_src_out(KernelRuntimeContext& ctx, const Tensor& self,
                        int64_t dim, const Tensor& index, const Tensor& src,
                        Tensor& out) {
  IndexedPlaces places;
  if (check_movable(ctx, kOp, self, out) &&
      check_same_dtype(ctx, kOp, src, self.scalar_type()) &&
      resize_out(ctx, kOp, sizes_of(self), out) &&
      places.init(ctx, kOp, out, dim, index, src) &&
      copy_broadcast(ctx, kOp, self, out)) {
    scatter_bytes(ctx, places, src.const_data_ptr(), 1, out);
  }
  return out;
}

Tensor& scatter_value_out(KernelRuntimeContext& ctx, const Tensor& self,
                          int64_t dim, const Tensor& index, const Scalar& value,
                          Tensor& out) {
  IndexedPlaces places;
  if (!check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp, sizes_of(self), out) ||
      !check_fits(ctx, kOp, value, out.scalar_type()) ||
      !places.init(ctx, kOp, out, dim, index, index) ||
      !copy_broadcast(ctx, kOp, self, out)) {
    return out;
  }
  uint64_t element = 0;
  const double real = scalar_to_double(value);
  const int64_t integer = scalar_to_int(value);
  const bool is_real = value.isFloatingPoint();
  const StoreFn store =
      store_function(is_real ? ScalarType::Double : ScalarType::Long,
                     out.scalar_type());
  if (store == nullptr) {
    refuse_dtype(ctx, kOp, out.scalar_type());
    return out;
  }
  store(is_real ? static_cast<const void*>(&real) : &integer, &element, 1, 1);
  scatter_bytes(ctx, places, &element, 0, out);
  return out;
}

}  // namespace executorch::kernels::portable
