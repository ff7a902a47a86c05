#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstring>

#include <executorch/runtime/core/checked_math.h>

namespace executorch {
namespace runtime {

using aten::ScalarType;
using aten::Tensor;

Error get_dim_order(const Tensor& tensor, aten::DimOrderType* out_dim_order,
                    size_t out_dim_order_size) {
  ET_CHECK_OR_RETURN_ERROR(out_dim_order_size == tensor.dim_order().size(),
                           InvalidArgument,
                           "room for %zu dimensions, the tensor has %zu",
                           out_dim_order_size, tensor.dim_order().size());
  std::copy(tensor.dim_order().begin(), tensor.dim_order().end(),
            out_dim_order);
  return Error::Ok;
}

namespace {

size_t product_of_sizes(const Tensor& tensor, ssize_t begin, ssize_t end) {
  size_t product = 1;
  for (ssize_t i = begin; i < end; ++i) {
    ET_CHECK_MSG(!internal::mul_overflows(
                     product, static_cast<size_t>(tensor.size(i)), &product),
                 "the product of sizes overflows at dimension %zd", i);
  }
  return product;
}

}  // namespace

size_t getLeadingDims(const Tensor& tensor, int64_t dim) {
  ET_CHECK_MSG(dim >= 0 && dim <= tensor.dim(),
               "Ending dimension %" PRId64 " should be in the range [0, %zd]",
               dim, tensor.dim());
  return product_of_sizes(tensor, 0, static_cast<ssize_t>(dim));
}

size_t getTrailingDims(const Tensor& tensor, int64_t dim) {
  ET_CHECK_MSG(dim >= -1 && dim < tensor.dim(),
               "Starting dimension %" PRId64
               " should be in the range [-1, %zd)",
               dim, tensor.dim());
  return product_of_sizes(tensor, static_cast<ssize_t>(dim + 1), tensor.dim());
}

size_t coordinateToIndex(const Tensor& tensor, const size_t* const coordinate) {
  size_t index = 0;
  for (ssize_t i = 0; i < tensor.dim(); ++i) {
    index = index * static_cast<size_t>(tensor.size(i)) + coordinate[i];
  }
  return index;
}

void indexToCoordinate(const Tensor& tensor, size_t index, size_t* coordinate) {
  ET_CHECK(index < static_cast<size_t>(tensor.numel()));
  for (ssize_t i = tensor.dim() - 1; i >= 0; --i) {
    const auto size = static_cast<size_t>(tensor.size(i));
    coordinate[i] = index % size;
    index /= size;
  }
}

void memoizeTrailingDims(const Tensor& tensor,
                         size_t trailing_dims_memo[kTensorDimensionLimit]) {
  for (ssize_t i = 0; i < tensor.dim(); ++i) {
    trailing_dims_memo[i] = getTrailingDims(tensor, i);
  }
}

namespace internal {

bool read_integer_element(const Tensor& tensor, int64_t* out) {
  if (tensor.numel() != 1) {
    return false;
  }
  switch (tensor.scalar_type()) {
#define ET_INTERNAL_READ(cpp_type, name)       \
  case ScalarType::name:                       \
    *out = *tensor.const_data_ptr<cpp_type>(); \
    return true;
    ET_FORALL_INT_TYPES(ET_INTERNAL_READ)
#undef ET_INTERNAL_READ
    default:
      return false;
  }
}

bool read_real_element(const Tensor& tensor, double* out) {
  if (tensor.numel() != 1) {
    return false;
  }
  switch (tensor.scalar_type()) {
#define ET_INTERNAL_READ(cpp_type, name)                            \
  case ScalarType::name:                                            \
    *out = static_cast<double>(*tensor.const_data_ptr<cpp_type>()); \
    return true;
    ET_FORALL_REALHBF16_TYPES(ET_INTERNAL_READ)
#undef ET_INTERNAL_READ
    default:
      return false;
  }
}

namespace {

Error check_same_nbytes(const Tensor& t_dst, const Tensor& t_src) {
  ET_CHECK_OR_RETURN_ERROR(t_dst.nbytes() == t_src.nbytes(), InvalidArgument,
                           "the destination has %zu bytes, the source %zu",
                           t_dst.nbytes(), t_src.nbytes());
  return Error::Ok;
}

}  // namespace

Error share_tensor_data(const Tensor& t_dst, const Tensor& t_src) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_same_nbytes(t_dst, t_src));
  ET_CHECK_OR_RETURN_ERROR(
      t_src.const_data_ptr() != nullptr || t_src.nbytes() == 0, InvalidArgument,
      "the source has no data");
  t_dst.unsafeGetTensorImpl()->set_data(
      t_src.nbytes() == 0 ? nullptr : t_src.mutable_data_ptr(), t_src.nbytes());
  return Error::Ok;
}

Error copy_tensor_data(const Tensor& t_dst, const Tensor& t_src) {
  ET_CHECK_OR_RETURN_ERROR(t_dst.const_data_ptr() != nullptr ||
                               (t_dst.nbytes() == 0 && t_src.nbytes() == 0),
                           InvalidArgument, "the destination has no data");
  if (t_src.const_data_ptr() == nullptr) {
    return Error::Ok;
  }
  ET_CHECK_OK_OR_RETURN_ERROR(check_same_nbytes(t_dst, t_src));
  ET_CHECK_OR_RETURN_ERROR(t_dst.device().is_cpu() && t_src.device().is_cpu(),
                           NotSupported,
                           "data on devices %d and %d cannot be copied here",
                           static_cast<int>(t_dst.device_type()),
                           static_cast<int>(t_src.device_type()));
  if (t_src.nbytes() > 0) {
    std::memmove(t_dst.mutable_data_ptr(), t_src.const_data_ptr(),
                 t_src.nbytes());
  }
  return Error::Ok;
}

Error set_tensor_data(const Tensor& t, void* buffer, size_t buffer_size) {
  ET_CHECK_OR_RETURN_ERROR(buffer_size >= t.nbytes(), InvalidArgument,
                           "a buffer of %zu bytes for a tensor of %zu",
                           buffer_size, t.nbytes());
  t.unsafeGetTensorImpl()->set_data(buffer, buffer_size);
  return Error::Ok;
}

void reset_data_ptr(const Tensor& tensor) {
  tensor.unsafeGetTensorImpl()->set_data(nullptr);
}

class TensorResizerFriend final {
 public:
  static Error resize(aten::TensorImpl* impl,
                      aten::ArrayRef<aten::SizesType> new_sizes) {
    return impl->internal_resize_contiguous(new_sizes);
  }
};

Error resize_tensor_impl(aten::TensorImpl* impl,
                         aten::ArrayRef<aten::SizesType> new_sizes) {
  return TensorResizerFriend::resize(impl, new_sizes);
}

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
