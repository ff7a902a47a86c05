#include <executorch/runtime/core/evalue.h>

namespace executorch {
namespace runtime {

EValue::EValue(aten::Scalar s) : tag(Tag::Int) {
  if (s.isFloatingPoint()) {
    *this = EValue(s.to<double>());
  } else if (s.isBoolean()) {
    *this = EValue(s.to<bool>());
  } else {
    *this = EValue(s.to<int64_t>());
  }
}

Result<aten::Scalar> EValue::tryToScalar() const {
  switch (tag) {
    case Tag::Int:
      return aten::Scalar(payload.copyable_union.as_int);
    case Tag::Double:
      return aten::Scalar(payload.copyable_union.as_double);
    case Tag::Bool:
      return aten::Scalar(payload.copyable_union.as_bool);
    default:
      return Error::InvalidType;
  }
}

namespace {

template <typename T>
Result<aten::ArrayRef<T>> array_of(bool has_type, aten::ArrayRef<T>* list) {
  if (!has_type) {
    return Error::InvalidType;
  }
  if (list == nullptr) {
    return Error::InvalidState;
  }
  return *list;
}

template <typename T>
Result<aten::ArrayRef<T>> elements_of(bool has_type, BoxedEvalueList<T>* list) {
  if (!has_type) {
    return Error::InvalidType;
  }
  if (list == nullptr) {
    return Error::InvalidState;
  }
  return list->tryGet();
}

}  // namespace

Result<std::string_view> EValue::tryToString() const {
  const auto chars = array_of(isString(), payload.copyable_union.as_string_ptr);
  if (!chars.ok()) {
    return chars.error();
  }
  return std::string_view(chars->data(), chars->size());
}

Result<aten::ArrayRef<int64_t>> EValue::tryToIntList() const {
  return elements_of(isIntList(), payload.copyable_union.as_int_list_ptr);
}

Result<aten::ArrayRef<bool>> EValue::tryToBoolList() const {
  return array_of(isBoolList(), payload.copyable_union.as_bool_list_ptr);
}

Result<aten::ArrayRef<double>> EValue::tryToDoubleList() const {
  return array_of(isDoubleList(), payload.copyable_union.as_double_list_ptr);
}

Result<aten::ArrayRef<aten::Tensor>> EValue::tryToTensorList() const {
  return elements_of(isTensorList(), payload.copyable_union.as_tensor_list_ptr);
}

Result<aten::ArrayRef<std::optional<aten::Tensor>>>
EValue::tryToListOptionalTensor() const {
  return elements_of(isListOptionalTensor(),
                     payload.copyable_union.as_list_optional_tensor_ptr);
}

template <>
Result<aten::ArrayRef<int64_t>> BoxedEvalueList<int64_t>::tryGet() const {
  for (size_t i = 0; i < wrapped_vals_.size(); ++i) {
    if (wrapped_vals_[i] == nullptr) {
      return Error::InvalidState;
    }
    const Result<int64_t> value = wrapped_vals_[i]->tryToInt();
    if (!value.ok()) {
      return value.error();
    }
    unwrapped_vals_[i] = *value;
  }
  return aten::ArrayRef<int64_t>(unwrapped_vals_, wrapped_vals_.size());
}

template <>
Result<aten::ArrayRef<aten::Tensor>> BoxedEvalueList<aten::Tensor>::tryGet()
    const {
  for (size_t i = 0; i < wrapped_vals_.size(); ++i) {
    if (wrapped_vals_[i] == nullptr) {
      return Error::InvalidState;
    }
    const Result<aten::Tensor> value = wrapped_vals_[i]->tryToTensor();
    if (!value.ok()) {
      return value.error();
    }
    new (&unwrapped_vals_[i]) aten::Tensor(*value);
  }
  return aten::ArrayRef<aten::Tensor>(unwrapped_vals_, wrapped_vals_.size());
}

template <>
Result<aten::ArrayRef<std::optional<aten::Tensor>>>
BoxedEvalueList<std::optional<aten::Tensor>>::tryGet() const {
  for (size_t i = 0; i < wrapped_vals_.size(); ++i) {
    auto* const slot = new (&unwrapped_vals_[i]) std::optional<aten::Tensor>();
    if (wrapped_vals_[i] == nullptr || wrapped_vals_[i]->isNone()) {
      continue;
    }
    const Result<aten::Tensor> value = wrapped_vals_[i]->tryToTensor();
    if (!value.ok()) {
      return value.error();
    }
    slot->emplace(*value);
  }
  return aten::ArrayRef<std::optional<aten::Tensor>>(unwrapped_vals_,
                                                     wrapped_vals_.size());
}

}  // namespace runtime
}  // namespace executorch
