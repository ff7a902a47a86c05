#include <executorch/extension/runner_util/inputs.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace executorch {
namespace extension {

namespace {

using aten::ScalarType;
using runtime::Error;
using runtime::EValue;
using runtime::Result;
using runtime::Tag;

/// A buffer of the caller.
using Buffer = std::pair<char*, size_t>;

/// Sets the inputs one after the other; owns what it has allocated so far.
class InputSetter {
 public:
  InputSetter(Method& method, const PrepareInputTensorsOptions& options,
              void** buffers)
      : method_(method),
        meta_(method.method_meta()),
        room_(options.max_total_allocation_size),
        buffers_(buffers) {}

  /// @param[in] buffer What to copy, or nullptr.
  Error set(size_t index, const Buffer* buffer) {
    const auto tag = meta_.input_tag(index);
    if (!tag.ok()) {
      return tag.error();
    }
    switch (*tag) {
      case Tag::Tensor:
        return set_tensor(index, buffer);
      case Tag::None:
        return method_.set_input(EValue(), index);
      default:
        return buffer == nullptr ? Error::Ok : set_number(index, *tag, *buffer);
    }
  }

  /// Hands over what was allocated.
  BufferCleanup release() { return BufferCleanup({buffers_, num_buffers_}); }

 private:
  template <typename T>
  Error set_as(size_t index, const Buffer& buffer) {
    ET_CHECK_OR_RETURN_ERROR(buffer.second == sizeof(T), InvalidArgument,
                             "input %zu: %zu bytes, expected %zu", index,
                             buffer.second, sizeof(T));
    T value;
    std::memcpy(&value, buffer.first, sizeof(T));
    return method_.set_input(EValue(value), index);
  }

  Error set_number(size_t index, Tag tag, const Buffer& buffer) {
    switch (tag) {
      case Tag::Int:
        return set_as<int64_t>(index, buffer);
      case Tag::Double:
        return set_as<double>(index, buffer);
      case Tag::Bool:
        return set_as<bool>(index, buffer);
      default:
        ET_LOG(Error, "input %zu: values of tag %u cannot be given as bytes",
               index, static_cast<unsigned>(tag));
        return Error::InvalidArgument;
    }
  }

  Error set_tensor(size_t index, const Buffer* buffer) {
    auto info = meta_.input_tensor_meta(index);
    if (!info.ok()) {
      return info.error();
    }
    const size_t nbytes = info->nbytes();
    ET_CHECK_OR_RETURN_ERROR(nbytes <= room_, InvalidProgram,
                             "input %zu: %zu bytes exceed the limit by %zu",
                             index, nbytes, nbytes - room_);
    ET_CHECK_OR_RETURN_ERROR(buffer == nullptr || buffer->second == nbytes,
                             InvalidArgument,
                             "input %zu: %zu bytes given, expected %zu", index,
                             buffer == nullptr ? 0 : buffer->second, nbytes);
    void* const data = std::malloc(std::max<size_t>(nbytes, 1));
    ET_CHECK_OR_RETURN_ERROR(data != nullptr, MemoryAllocationFailed,
                             "input %zu: no %zu bytes", index, nbytes);
    room_ -= nbytes;
    buffers_[num_buffers_++] = data;
    if (buffer != nullptr && nbytes > 0) {
      std::memcpy(data, buffer->first, nbytes);
    }
    return internal::fill_and_set_input(method_, *info, index, data,
                                        buffer == nullptr);
  }

  Method& method_;
  runtime::MethodMeta meta_;
  /// Bytes that may still be allocated.
  size_t room_;
  void** buffers_;
  size_t num_buffers_ = 0;
};

/// Where the switch macro reports a type that it does not know.
struct FillContext {
  Error error = Error::Ok;
  void fail(Error) { error = Error::InvalidArgument; }
};

Error fill_with_ones(ScalarType type, void* data, size_t numel) {
  FillContext context;
  ET_SWITCH_REALHBBF16_TYPES(type, context, "fill", T, [&] {
    std::fill_n(static_cast<T*>(data), numel, T(1));
  });
  return context.error;
}

}  // namespace

Result<BufferCleanup> prepare_input_tensors(
    Method& method, PrepareInputTensorsOptions options,
    const std::vector<std::pair<char*, size_t>>& input_buffers) {
  const size_t num_inputs = method.method_meta().num_inputs();
  ET_CHECK_OR_RETURN_ERROR(
      input_buffers.empty() || input_buffers.size() == num_inputs,
      InvalidArgument, "%zu buffers for %zu inputs", input_buffers.size(),
      num_inputs);
  ET_CHECK_OR_RETURN_ERROR(num_inputs <= options.max_inputs, InvalidProgram,
                           "%zu inputs, limit %zu", num_inputs,
                           options.max_inputs);
  auto** const buffers = static_cast<void**>(
      std::malloc(std::max<size_t>(num_inputs, 1) * sizeof(void*)));
  ET_CHECK_OR_RETURN_ERROR(buffers != nullptr, MemoryAllocationFailed,
                           "no memory for %zu inputs", num_inputs);
  InputSetter setter(method, options, buffers);
  for (size_t i = 0; i < num_inputs; ++i) {
    const Error error =
        setter.set(i, input_buffers.empty() ? nullptr : &input_buffers[i]);
    if (error != Error::Ok) {
      const BufferCleanup allocated = setter.release();
      return error;
    }
  }
  return setter.release();
}

namespace internal {

Error fill_and_set_input(Method& method, TensorInfo& tensor_meta,
                         size_t input_index, void* data_ptr, bool fill_tensor) {
  const auto sizes = tensor_meta.sizes();
  const auto dim_order = tensor_meta.dim_order();
  aten::TensorImpl impl(tensor_meta.scalar_type(),
                        static_cast<ssize_t>(sizes.size()),
                        const_cast<aten::SizesType*>(sizes.data()), data_ptr,
                        const_cast<aten::DimOrderType*>(dim_order.data()));
  if (fill_tensor) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        fill_with_ones(tensor_meta.scalar_type(), data_ptr,
                       static_cast<size_t>(impl.numel())),
        "input %zu has elements of type %s", input_index,
        runtime::toString(tensor_meta.scalar_type()));
  }
  return method.set_input(aten::Tensor(&impl), input_index);
}

}  // namespace internal
}  // namespace extension
}  // namespace executorch
