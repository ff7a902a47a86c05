#include <executorch/extension/tensor/tensor_ptr.h>

#include <algorithm>
#include <numeric>

#include <executorch/extension/tensor/convert_element.h>
#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace extension {

namespace {

using aten::DimOrderType;
using aten::ScalarType;
using aten::SizesType;
using aten::StridesType;
using aten::TensorShapeDynamism;

using Sizes = std::vector<SizesType>;
using DimOrder = std::vector<DimOrderType>;
using Strides = std::vector<StridesType>;

/// What a TensorPtr owns. The arrays stand before the tensor that uses them.
struct OwnedTensor {
  OwnedTensor(Sizes&& sizes, DimOrder&& dim_order, Strides&& strides,
              std::function<void(void*)>&& deleter, ScalarType type, void* data,
              TensorShapeDynamism dynamism, aten::Device device)
      : sizes(std::move(sizes)),
        dim_order(std::move(dim_order)),
        strides(std::move(strides)),
        deleter(std::move(deleter)),
        impl(type, static_cast<ssize_t>(this->sizes.size()), this->sizes.data(),
             data, this->dim_order.data(), this->strides.data(), dynamism,
             device.type(), device.index()),
        tensor(&impl) {}
  ~OwnedTensor() {
    if (deleter) {
      deleter(impl.mutable_data());
    }
  }
  OwnedTensor(const OwnedTensor&) = delete;
  OwnedTensor& operator=(const OwnedTensor&) = delete;

  Sizes sizes;
  DimOrder dim_order;
  Strides strides;
  std::function<void(void*)> deleter;
  aten::TensorImpl impl;
  aten::Tensor tensor;
};

/// The dimensions by falling stride; without strides, in their own order.
DimOrder dim_order_of(size_t dim, const Strides& strides) {
  DimOrder order(dim);
  std::iota(order.begin(), order.end(), DimOrderType{0});
  if (!strides.empty()) {
    std::stable_sort(order.begin(), order.end(),
                     [&](DimOrderType a, DimOrderType b) {
                       return strides[a] > strides[b];
                     });
  }
  return order;
}

/// Returns the strides of the dense tensor; aborts if `given` are others.
Strides dense_strides(const Sizes& sizes, const DimOrder& dim_order,
                      const Strides& given) {
  Strides strides(sizes.size());
  const runtime::Error error = runtime::dim_order_to_stride(
      sizes.data(), dim_order.data(), sizes.size(), strides.data());
  ET_CHECK_MSG(error == runtime::Error::Ok, "invalid dim order or sizes");
  for (size_t i = 0; i < given.size(); ++i) {
    ET_CHECK_MSG(given[i] == strides[i] || sizes[i] == 1,
                 "stride %d of dimension %zu, expected %d", given[i], i,
                 strides[i]);
  }
  return strides;
}

runtime::DeviceAllocator& allocator_of(aten::Device device) {
  runtime::DeviceAllocator* const allocator =
      runtime::get_device_allocator(device.type());
  ET_CHECK_MSG(allocator != nullptr, "no allocator for device type %d",
               static_cast<int>(device.type()));
  return *allocator;
}

template <typename From>
void cast_from(const From* from, size_t count, void* out, ScalarType type) {
  internal::AbortingContext context;
  ET_SWITCH_REALHBBF16_AND_UINT_TYPES(type, context, "cast", To, [&] {
    std::transform(from, from + count, static_cast<To*>(out), [](From value) {
      return internal::convert_element<To>(value);
    });
  });
}

template <typename T>
std::vector<T> copy_of(aten::ArrayRef<T> values) {
  return {values.begin(), values.end()};
}

}  // namespace

namespace internal {

size_t tensor_nbytes(const Sizes& sizes, ScalarType type) {
  const auto numel =
      aten::safe_numel(sizes.data(), static_cast<ssize_t>(sizes.size()));
  ET_CHECK_MSG(numel.ok(), "sizes that are negative or too large");
  size_t nbytes = 0;
  ET_CHECK_MSG(!__builtin_mul_overflow(static_cast<size_t>(*numel),
                                       runtime::elementSize(type), &nbytes),
               "%zd elements have too many bytes", *numel);
  return nbytes;
}

void check_element_count(const Sizes& sizes, size_t count) {
  const auto numel =
      aten::safe_numel(sizes.data(), static_cast<ssize_t>(sizes.size()));
  ET_CHECK_MSG(numel.ok() && static_cast<size_t>(*numel) == count,
               "%zu elements given for a tensor of %zd", count,
               numel.ok() ? *numel : -1);
}

std::vector<uint8_t> cast_elements(const void* data, size_t count,
                                   ScalarType from, ScalarType to) {
  ET_CHECK_MSG(runtime::canCast(from, to), "%s does not convert to %s",
               runtime::toString(from), runtime::toString(to));
  size_t nbytes = 0;
  ET_CHECK_MSG(
      !__builtin_mul_overflow(count, runtime::elementSize(to), &nbytes),
      "%zu elements have too many bytes", count);
  std::vector<uint8_t> out(nbytes);
  internal::AbortingContext context;
  ET_SWITCH_REALHBBF16_AND_UINT_TYPES(from, context, "cast", From, [&] {
    cast_from(static_cast<const From*>(data), count, out.data(), to);
  });
  return out;
}

}  // namespace internal

TensorPtr make_tensor_ptr(Sizes sizes, void* data, DimOrder dim_order,
                          Strides strides, ScalarType type,
                          TensorShapeDynamism dynamism,
                          std::function<void(void*)> deleter,
                          aten::Device device) {
  const size_t dim = sizes.size();
  ET_CHECK_MSG(dim_order.empty() || dim_order.size() == dim,
               "a dim order of %zu dimensions, expected %zu", dim_order.size(),
               dim);
  ET_CHECK_MSG(strides.empty() || strides.size() == dim,
               "%zu strides, expected %zu", strides.size(), dim);
  if (dim_order.empty()) {
    dim_order = dim_order_of(dim, strides);
  }
  strides = dense_strides(sizes, dim_order, strides);
  const auto owned = std::make_shared<OwnedTensor>(
      std::move(sizes), std::move(dim_order), std::move(strides),
      std::move(deleter), type, data,
      dim > 0 ? dynamism : TensorShapeDynamism::STATIC, device);
  return TensorPtr(owned, &owned->tensor);
}

TensorPtr make_tensor_ptr(Sizes sizes, std::vector<uint8_t> data,
                          DimOrder dim_order, Strides strides, ScalarType type,
                          TensorShapeDynamism dynamism) {
  const size_t nbytes = internal::tensor_nbytes(sizes, type);
  ET_CHECK_MSG(data.size() == nbytes, "%zu bytes given for a tensor of %zu",
               data.size(), nbytes);
  const auto bytes = std::make_shared<std::vector<uint8_t>>(std::move(data));
  return make_tensor_ptr(std::move(sizes), bytes->data(), std::move(dim_order),
                         std::move(strides), type, dynamism, [bytes](void*) {});
}

TensorPtr make_tensor_ptr(const aten::Tensor& tensor, Sizes sizes,
                          DimOrder dim_order, Strides strides,
                          std::function<void(void*)> deleter) {
  if (sizes.empty()) {
    sizes = copy_of(tensor.sizes());
  }
  const auto numel =
      aten::safe_numel(sizes.data(), static_cast<ssize_t>(sizes.size()));
  ET_CHECK_MSG(numel.ok() && *numel <= tensor.numel(),
               "a view of %zd elements of a tensor of %zd",
               numel.ok() ? *numel : -1, tensor.numel());
  // A dim order applies to any sizes of as many dimensions.
  if (dim_order.empty() && strides.empty() &&
      sizes.size() == static_cast<size_t>(tensor.dim())) {
    dim_order = copy_of(tensor.dim_order());
  }
  return make_tensor_ptr(std::move(sizes), tensor.mutable_data_ptr(),
                         std::move(dim_order), std::move(strides),
                         tensor.scalar_type(), tensor.shape_dynamism(),
                         std::move(deleter), tensor.device());
}

TensorPtr clone_tensor_ptr(const aten::Tensor& tensor, ScalarType type) {
  ET_CHECK_MSG(tensor.device().is_cpu(),
               "the tensor is on a device; see clone_tensor_ptr_to");
  const auto* const data = static_cast<const uint8_t*>(tensor.const_data_ptr());
  if (data == nullptr) {
    return make_tensor_ptr(copy_of(tensor.sizes()), nullptr,
                           copy_of(tensor.dim_order()), {}, type,
                           tensor.shape_dynamism());
  }
  return make_tensor_ptr(
      copy_of(tensor.sizes()),
      type == tensor.scalar_type()
          ? std::vector<uint8_t>(data, data + tensor.nbytes())
          : internal::cast_elements(data, static_cast<size_t>(tensor.numel()),
                                    tensor.scalar_type(), type),
      copy_of(tensor.dim_order()), {}, type, tensor.shape_dynamism());
}

runtime::Error resize_tensor_ptr(TensorPtr& tensor, const Sizes& sizes) {
  return runtime::resize_tensor(*tensor, {sizes.data(), sizes.size()});
}

namespace {

TensorPtr clone_to_cpu(const aten::Tensor& tensor) {
  std::vector<uint8_t> data(tensor.nbytes());
  const runtime::Error error =
      allocator_of(tensor.device())
          .copy_device_to_host(data.data(), tensor.const_data_ptr(),
                               data.size(), tensor.device_index());
  ET_CHECK_MSG(error == runtime::Error::Ok, "copying from the device: error %u",
               static_cast<unsigned>(error));
  return make_tensor_ptr(copy_of(tensor.sizes()), std::move(data),
                         copy_of(tensor.dim_order()), {}, tensor.scalar_type(),
                         tensor.shape_dynamism());
}

TensorPtr clone_to_device(const aten::Tensor& tensor, aten::Device target) {
  runtime::DeviceAllocator& allocator = allocator_of(target);
  const auto data = allocator.allocate(tensor.nbytes(), target.index());
  ET_CHECK_MSG(data.ok(), "no device memory for %zu bytes: error %u",
               tensor.nbytes(), static_cast<unsigned>(data.error()));
  const runtime::Error error = allocator.copy_host_to_device(
      *data, tensor.const_data_ptr(), tensor.nbytes(), target.index());
  ET_CHECK_MSG(error == runtime::Error::Ok, "copying to the device: error %u",
               static_cast<unsigned>(error));
  return make_tensor_ptr(
      copy_of(tensor.sizes()), *data, copy_of(tensor.dim_order()), {},
      tensor.scalar_type(), tensor.shape_dynamism(),
      [&allocator, target](void* ptr) {
        allocator.deallocate(ptr, target.index());
      },
      target);
}

}  // namespace

TensorPtr clone_tensor_ptr_to(const TensorPtr& tensor, aten::Device target) {
  const bool from_cpu = tensor->device().is_cpu();
  ET_CHECK_MSG(!from_cpu || !target.is_cpu(),
               "clone_tensor_ptr_to does not copy CPU-to-CPU, see "
               "clone_tensor_ptr");
  ET_CHECK_MSG(from_cpu || target.is_cpu(),
               "Device-to-device copy is not supported; copy by way of the "
               "CPU");
  ET_CHECK_MSG(tensor->const_data_ptr() != nullptr,
               "Source tensor has no data");
  return target.is_cpu() ? clone_to_cpu(*tensor)
                         : clone_to_device(*tensor, target);
}

}  // namespace extension
}  // namespace executorch
