#include <executorch/kernels/portable/cpu/util/kernel_util.h>

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

using runtime::toString;

Sizes sizes_of(const Tensor& tensor) {
  Sizes sizes;
  sizes.assign(tensor.sizes().data(), static_cast<size_t>(tensor.dim()));
  return sizes;
}

bool sizes_from(KernelRuntimeContext& ctx, const char* op, IntArrayRef list,
                Sizes& sizes) {
  if (!sizes.assign(list.data(), list.size())) {
    ET_LOG(Error, "%s: %zu sizes, limit %zu", op, list.size(), ops::kMaxRank);
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return check_magnitudes(ctx, op, {span_of(list)});
}

bool check_magnitudes(KernelRuntimeContext& ctx, const char* op,
                      std::initializer_list<ops::IntSpan> lists) {
  for (const ops::IntSpan& list : lists) {
    for (size_t i = 0; i < list.size; ++i) {
      if (list[i] < -INT64_C(0x80000000) || list[i] > INT64_C(0x7fffffff)) {
        ET_LOG(Error, "%s: %" PRId64 " is beyond the range of sizes", op,
               list[i]);
        ctx.fail(Error::InvalidArgument);
        return false;
      }
    }
  }
  return true;
}

bool resize_out(KernelRuntimeContext& ctx, const char* op, const Shape& shape,
                Tensor& out) {
  if (!shape.ok()) {
    ET_LOG(Error, "%s: %s: %" PRId64 ", expected %" PRId64, op,
           shape.error.what, shape.error.found, shape.error.expected);
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  aten::SizesType sizes[ops::kMaxRank];
  const size_t rank = shape.sizes.size();
  for (size_t i = 0; i < rank; ++i) {
    const int64_t dim = shape.sizes[i];
    if (dim < 0 || dim > INT32_MAX) {
      ET_LOG(Error, "%s: size %" PRId64 " of dimension %zu is out of range", op,
             dim, i);
      ctx.fail(Error::InvalidArgument);
      return false;
    }
    sizes[i] = static_cast<aten::SizesType>(dim);
  }
  const Error error = rank == static_cast<size_t>(out.dim())
                          ? runtime::resize_tensor(out, {sizes, rank})
                          : Error::InvalidArgument;
  if (error != Error::Ok) {
    ET_LOG(Error, "%s: result of rank %zu does not fit the output of rank %zd",
           op, rank, out.dim());
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return true;
}

bool check_same_dtype(KernelRuntimeContext& ctx, const char* op,
                      const Tensor& found, ScalarType expected) {
  if (found.scalar_type() == expected) {
    return true;
  }
  ET_LOG(Error, "%s: dtype %s, expected %s", op, toString(found.scalar_type()),
         toString(expected));
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool check_floating(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& found) {
  if (is_floating(found.scalar_type())) {
    return true;
  }
  ET_LOG(Error, "%s: dtype %s, expected a floating point type", op,
         toString(found.scalar_type()));
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool check_default_order(KernelRuntimeContext& ctx, const char* op,
                         const Tensor& found) {
  if (is_default_order(found)) {
    return true;
  }
  ET_LOG(Error, "%s: tensor is not in the default dim order", op);
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool check_axis(KernelRuntimeContext& ctx, const char* op, int64_t dim,
                const Tensor& tensor, size_t& axis) {
  const auto found =
      ops::normalize_axis(dim, static_cast<size_t>(tensor.dim()));
  if (!found) {
    ET_LOG(Error, "%s: dimension %" PRId64 " is out of range for rank %zd", op,
           dim, tensor.dim());
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  axis = *found;
  return true;
}

bool is_default_order(const Tensor& tensor) {
  int64_t expected = 1;
  for (ssize_t i = tensor.dim() - 1; i >= 0; --i) {
    const size_t at = static_cast<size_t>(i);
    const int64_t size = tensor.sizes()[at];
    if (size != 1 && tensor.strides()[at] != expected) {
      return tensor.numel() == 0;
    }
    expected *= size;
  }
  return true;
}

bool same_layout(const Tensor& a, const Tensor& b) {
  if (a.dim() != b.dim()) {
    return false;
  }
  for (size_t i = 0; i < static_cast<size_t>(a.dim()); ++i) {
    if (a.sizes()[i] != b.sizes()[i] ||
        (a.sizes()[i] != 1 && a.strides()[i] != b.strides()[i])) {
      return false;
    }
  }
  return true;
}

bool check_memory_format(KernelRuntimeContext& ctx, const char* op,
                         const std::optional<aten::MemoryFormat>& format) {
  if (!format || *format == aten::MemoryFormat::Contiguous ||
      *format == aten::MemoryFormat::Preserve) {
    return true;
  }
  ET_LOG(Error, "%s: memory format %d, expected contiguous or preserve", op,
         static_cast<int>(*format));
  ctx.fail(Error::InvalidArgument);
  return false;
}

double scalar_to_double(const Scalar& scalar) {
  if (scalar.isFloatingPoint()) {
    return scalar.to<double>();
  }
  return scalar.isBoolean() ? (scalar.to<bool>() ? 1.0 : 0.0)
                            : static_cast<double>(scalar.to<int64_t>());
}

int64_t scalar_to_int(const Scalar& scalar) {
  if (scalar.isFloatingPoint()) {
    return convert<double, int64_t>(scalar.to<double>());
  }
  return scalar.isBoolean() ? (scalar.to<bool>() ? 1 : 0)
                            : scalar.to<int64_t>();
}

bool scalar_to_bool(const Scalar& scalar) {
  return scalar.isFloatingPoint() ? scalar.to<double>() != 0
                                  : scalar_to_int(scalar) != 0;
}

}  // namespace executorch::kernels::portable
