#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/scatter.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

bool report(KernelRuntimeContext& ctx, const char* op, const char* what,
            int64_t found, int64_t expected) {
  ET_LOG(Error, "%s: %s: %" PRId64 ", expected %" PRId64, op, what, found,
         expected);
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool check_sizes(KernelRuntimeContext& ctx, const char* op, const Tensor& index,
                 const Tensor& limit, std::optional<size_t> axis) {
  const Shape shape =
      ops::indexed_shape(sizes_of(index), sizes_of(limit), axis);
  return shape.ok() || report(ctx, op, shape.error.what, shape.error.found,
                              shape.error.expected);
}

bool check_range(KernelRuntimeContext& ctx, const char* op, const Tensor& index,
                 int64_t size) {
  const auto* values = index.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < index.numel(); ++i) {
    if (values[i] < 0 || values[i] >= size) {
      return report(ctx, op, "index is out of range for a size", values[i],
                    size);
    }
  }
  return true;
}

template <class C>
C apply(Combine combine, C a, C b) {
  switch (combine) {
    case Combine::kAdd:
      if constexpr (std::is_same_v<C, int64_t>) {
        return wrap_add(a, b);
      } else {
        return a + b;
      }
    case Combine::kMultiply:
      if constexpr (std::is_same_v<C, int64_t>) {
        return wrap_mul(a, b);
      } else {
        return a * b;
      }
    case Combine::kMax:
      return b > a || b != b ? b : a;
    default:
      return b < a || b != b ? b : a;
  }
}

/// Each place is set to a value that does not change what is combined with it.
template <class T>
void replace_places(const IndexedPlaces& places, const Tensor& src,
                    Combine combine, Tensor& out) {
  const T* from = src.const_data_ptr<T>();
  T* to = out.mutable_data_ptr<T>();
  const bool selects = combine == Combine::kMax || combine == Combine::kMin;
  places.for_each([&](int64_t i, int64_t place) {
    to[place] = selects ? from[i]
                        : convert<int64_t, T>(
                              combine == Combine::kMultiply ? 1 : 0);
  });
}

template <class T>
void combine_places(const IndexedPlaces& places, const Tensor& src,
                    Combine combine, Tensor& out) {
  using C = std::conditional_t<
      std::is_integral_v<T>, int64_t,
      std::conditional_t<std::is_same_v<T, double>, double, float>>;
  const T* from = src.const_data_ptr<T>();
  T* to = out.mutable_data_ptr<T>();
  places.for_each([&](int64_t i, int64_t place) {
    to[place] = convert<C, T>(
        apply(combine, convert<T, C>(to[place]), convert<T, C>(from[i])));
  });
}

}  // namespace

bool IndexedPlaces::init(KernelRuntimeContext& ctx, const char* op,
                         const Tensor& whole, int64_t dim, const Tensor& index,
                         const Tensor& aligned) {
  size_t axis = 0;
  if (!check_axis(ctx, op, dim, whole, axis) ||
      !check_same_dtype(ctx, op, index, ScalarType::Long)) {
    return false;
  }
  if (index.numel() != 0 &&
      (!check_sizes(ctx, op, index, whole, axis) ||
       !check_sizes(ctx, op, index, aligned, std::nullopt) ||
       !check_range(ctx, op, index, size_along(whole, axis)))) {
    return false;
  }
  nest_ = nest_over(index);
  if (index.numel() == 0) {
    nest_.rank = 1;
    nest_.sizes[0] = 0;
  }
  nest_.operands = 3;
  for (size_t i = 0; i < nest_.rank && index.numel() != 0; ++i) {
    nest_.strides[1][i] = stride_along(aligned, i);
    nest_.strides[2][i] = i == axis ? 0 : stride_along(whole, i);
  }
  index_ = index.const_data_ptr<int64_t>();
  stride_ = stride_along(whole, axis);
  return true;
}

void scatter_combine(KernelRuntimeContext& ctx, const char* op,
                     const Tensor& self, int64_t dim, const Tensor& index,
                     const Tensor& src, Combine combine, bool replaces,
                     Tensor& out) {
  IndexedPlaces places;
  if (!check_movable(ctx, op, self, out) ||
      !check_same_dtype(ctx, op, src, self.scalar_type()) ||
      !resize_out(ctx, op, sizes_of(self), out) ||
      !places.init(ctx, op, out, dim, index, src) ||
      !copy_broadcast(ctx, op, self, out)) {
    return;
  }
  const auto run = [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (replaces) {
      replace_places<T>(places, src, combine, out);
    }
    combine_places<T>(places, src, combine, out);
  };
  if (out.scalar_type() == ScalarType::Bool) {
    run(TypeTag<bool>());
  } else if (!dispatch_real(out.scalar_type(), run)) {
    refuse_dtype(ctx, op, out.scalar_type());
  }
}

}  // namespace executorch::kernels::portable
