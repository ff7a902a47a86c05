#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/unary.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct Abs {
  C operator()(C x) const {
    if constexpr (std::is_integral_v<C>) {
      return x < 0 ? wrap_mul(x, -1) : x;
    } else {
      return std::abs(x);
    }
  }
};

/// The magnitudes of complex numbers, from their parts in out's type.
template <class T>
void magnitudes(const Tensor& self, T* to) {
  const T* parts = static_cast<const T*>(self.const_data_ptr());
  for (ssize_t i = 0; i < self.numel(); ++i) {
    to[i] =
        convert<double, T>(std::hypot(static_cast<double>(parts[2 * i]),
                                      static_cast<double>(parts[2 * i + 1])));
  }
}

void abs_of_complex(KernelRuntimeContext& ctx, const Tensor& self,
                    Tensor& out) {
  const ScalarType part = runtime::toRealValueType(self.scalar_type());
  if (!check_same_dtype(ctx, "abs", out, part) ||
      !resize_out(ctx, "abs", sizes_of(self), out) ||
      !check_default_order(ctx, "abs", self) ||
      !check_default_order(ctx, "abs", out)) {
    return;
  }
  dispatch_floating(part, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    magnitudes(self, out.mutable_data_ptr<T>());
  });
}

}  // namespace

Tensor& abs_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (is_complex(self)) {
    abs_of_complex(ctx, self, out);
    return out;
  }
  if (!resize_out(ctx, "abs", sizes_of(self), out)) {
    return out;
  }
  if (!same_layout(self, out)) {
    ET_LOG(Error, "abs: dim orders of self and out differ");
    ctx.fail(Error::InvalidArgument);
    return out;
  }
  return arithmetic_unary_out<Abs>(ctx, "abs", self, out);
}

}  // namespace executorch::kernels::portable
