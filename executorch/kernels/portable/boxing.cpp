#include <executorch/kernels/portable/boxing.h>

#include <executorch/runtime/platform/log.h>

#include <cinttypes>

namespace executorch::kernels {

using aten::ArrayRef;
using aten::Tensor;
using runtime::Error;
using runtime::EValue;

bool ArgumentReader::check_count(size_t count) {
  if (stack_.size() >= count) {
    return true;
  }
  ET_LOG(Error, "%s: %zu arguments, expected %zu", op_, stack_.size(), count);
  ctx_.fail(Error::InvalidArgument);
  ok_ = false;
  return false;
}

void ArgumentReader::mismatch(size_t index, const char* expected) {
  const EValue* value = stack_[index];
  ET_LOG(Error, "%s: argument %zu has tag %d, expected %s", op_, index,
         value == nullptr ? -1 : static_cast<int>(value->tag), expected);
  (void)value;
  (void)expected;
  ctx_.fail(Error::InvalidType);
  ok_ = false;
}

bool ArgumentReader::usable(const Tensor& tensor, size_t index) {
  if (tensor.unsafeGetTensorImpl() != nullptr &&
      (tensor.numel() == 0 || tensor.const_data_ptr() != nullptr)) {
    return true;
  }
  ET_LOG(Error, "%s: argument %zu is a tensor without data", op_, index);
  (void)index;
  ctx_.fail(Error::InvalidArgument);
  ok_ = false;
  return false;
}

Tensor* ArgumentReader::tensor(size_t index) {
  EValue* value = stack_[index];
  if (value == nullptr || !value->isTensor()) {
    mismatch(index, "Tensor");
    return nullptr;
  }
  Tensor& tensor = value->payload.as_tensor;
  return usable(tensor, index) ? &tensor : nullptr;
}

std::optional<Tensor> ArgumentReader::optional_tensor(size_t index) {
  if (is_none(index)) {
    return std::nullopt;
  }
  const Tensor* value = tensor(index);
  return value == nullptr ? std::optional<Tensor>()
                          : std::optional<Tensor>(*value);
}

ArrayRef<Tensor> ArgumentReader::tensor_list(size_t index) {
  const EValue* value = stack_[index];
  if (value == nullptr || !value->isTensorList()) {
    mismatch(index, "Tensor[]");
    return {};
  }
  const auto list = value->tryToTensorList();
  if (!list.ok()) {
    mismatch(index, "Tensor[]");
    return {};
  }
  for (const Tensor& tensor : list.get()) {
    if (!usable(tensor, index)) {
      return {};
    }
  }
  return list.get();
}

ArrayRef<std::optional<Tensor>> ArgumentReader::optional_tensor_list(
    size_t index) {
  const EValue* value = stack_[index];
  if (value == nullptr || !value->isListOptionalTensor()) {
    mismatch(index, "Tensor?[]");
    return {};
  }
  const auto list = value->tryToListOptionalTensor();
  if (!list.ok()) {
    mismatch(index, "Tensor?[]");
    return {};
  }
  for (const std::optional<Tensor>& tensor : list.get()) {
    if (tensor.has_value() && !usable(*tensor, index)) {
      return {};
    }
  }
  return list.get();
}

int64_t ArgumentReader::integer(size_t index) {
  const EValue* value = stack_[index];
  if (value == nullptr || !value->isInt()) {
    mismatch(index, "int");
    return 0;
  }
  return value->payload.copyable_union.as_int;
}

double ArgumentReader::floating(size_t index) {
  const EValue* value = stack_[index];
  if (value != nullptr && value->isDouble()) {
    return value->payload.copyable_union.as_double;
  }
  if (value != nullptr && value->isInt()) {
    return static_cast<double>(value->payload.copyable_union.as_int);
  }
  mismatch(index, "float");
  return 0;
}

bool ArgumentReader::boolean(size_t index) {
  const EValue* value = stack_[index];
  if (value == nullptr || !value->isBool()) {
    mismatch(index, "bool");
    return false;
  }
  return value->payload.copyable_union.as_bool;
}

std::string_view ArgumentReader::string(size_t index) {
  const EValue* value = stack_[index];
  if (value == nullptr || !value->isString() ||
      value->payload.copyable_union.as_string_ptr == nullptr) {
    mismatch(index, "str");
    return {};
  }
  const auto& text = *value->payload.copyable_union.as_string_ptr;
  return {text.data(), text.size()};
}

aten::Scalar ArgumentReader::scalar(size_t index) {
  const EValue* value = stack_[index];
  if (value != nullptr && value->isInt()) {
    return value->payload.copyable_union.as_int;
  }
  if (value != nullptr && value->isDouble()) {
    return value->payload.copyable_union.as_double;
  }
  if (value != nullptr && value->isBool()) {
    return value->payload.copyable_union.as_bool;
  }
  mismatch(index, "Scalar");
  return int64_t{0};
}

aten::ScalarType ArgumentReader::scalar_type(size_t index) {
  const int64_t value = integer(index);
  constexpr auto kCount = static_cast<int64_t>(aten::ScalarType::NumOptions);
  if (ok_ && (value < 0 || value >= kCount)) {
    ET_LOG(Error, "%s: argument %zu is no ScalarType: %" PRId64, op_, index,
           value);
    ctx_.fail(Error::InvalidArgument);
    ok_ = false;
  }
  return static_cast<aten::ScalarType>(ok_ ? value : 0);
}

aten::MemoryFormat ArgumentReader::memory_format(size_t index) {
  const int64_t value = integer(index);
  if (ok_ && (value < 0 || value > INT8_MAX)) {
    ET_LOG(Error, "%s: argument %zu is no MemoryFormat: %" PRId64, op_, index,
           value);
    ctx_.fail(Error::InvalidArgument);
    ok_ = false;
  }
  return static_cast<aten::MemoryFormat>(ok_ ? value : 0);
}

ArrayRef<int64_t> ArgumentReader::int_list(size_t index) {
  const EValue* value = stack_[index];
  if (value != nullptr && value->isIntList()) {
    const auto list = value->tryToIntList();
    if (list.ok()) {
      return list.get();
    }
  }
  mismatch(index, "int[]");
  return {};
}

ArrayRef<double> ArgumentReader::float_list(size_t index) {
  const EValue* value = stack_[index];
  if (value != nullptr && value->isDoubleList()) {
    const auto list = value->tryToDoubleList();
    if (list.ok()) {
      return list.get();
    }
  }
  mismatch(index, "float[]");
  return {};
}

ArrayRef<bool> ArgumentReader::bool_list(size_t index) {
  const EValue* value = stack_[index];
  if (value != nullptr && value->isBoolList()) {
    const auto list = value->tryToBoolList();
    if (list.ok()) {
      return list.get();
    }
  }
  mismatch(index, "bool[]");
  return {};
}

}  // namespace executorch::kernels
