#include <executorch/kernels/portable/cpu/util/fill.h>

namespace executorch::kernels::portable {

bool fill(KernelRuntimeContext& ctx, const char* op, const Scalar& value,
          Tensor& out) {
  if (!check_fits(ctx, op, value, out.scalar_type())) {
    return false;
  }
  const double real = scalar_to_double(value);
  const int64_t integer = scalar_to_int(value);
  const ScalarType compute =
      value.isFloatingPoint() ? ScalarType::Double : ScalarType::Long;
  const StoreFn store = store_function(compute, out.scalar_type());
  if (store == nullptr) {
    return refuse_dtype(ctx, op, out.scalar_type());
  }
  if (out.numel() == 0) {
    return true;
  }
  if (value.isFloatingPoint()) {
    store(&real, out.mutable_data_ptr(), 1, 1);
  } else {
    store(&integer, out.mutable_data_ptr(), 1, 1);
  }
  const size_t nbytes = runtime::elementSize(out.scalar_type());
  LoopNest nest;
  nest.rank = 1;
  nest.operands = 2;
  nest.sizes[0] = out.numel() - 1;
  nest.strides[0][0] = 1;
  copy_strided(nest, static_cast<char*>(out.mutable_data_ptr()) + nbytes,
               out.const_data_ptr(), nbytes);
  return true;
}

}  // namespace executorch::kernels::portable
