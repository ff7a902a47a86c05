#pragma once

#include <new>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <executorch/runtime/core/boxed_evalue_list.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tag.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

namespace internal {

/// What `EValue::to<T>()` returns: a reference for tensors, else a T.
template <typename T>
struct evalue_to_const_ref_overload_return {
  using type = T;
};
template <>
struct evalue_to_const_ref_overload_return<aten::Tensor> {
  using type = const aten::Tensor&;
};
template <typename T>
struct evalue_to_ref_overload_return {
  using type = T;
};
template <>
struct evalue_to_ref_overload_return<aten::Tensor> {
  using type = aten::Tensor&;
};

}  // namespace internal

/// A value of a program: nothing, a number, a tensor, a string or a list. It
/// owns neither tensors nor lists; what they point to must outlive it.
///
/// For each type T there are isT(), toT(), which aborts if the value has
/// another type, and tryToT(), which returns Error::InvalidType then. Values
/// that come from a file or a caller are read with tryToT().
struct EValue {
  union Payload {
    union TriviallyCopyablePayload {
      TriviallyCopyablePayload() : as_int(0) {}
      int64_t as_int;
      double as_double;
      bool as_bool;
      aten::ArrayRef<char>* as_string_ptr;
      aten::ArrayRef<double>* as_double_list_ptr;
      aten::ArrayRef<bool>* as_bool_list_ptr;
      BoxedEvalueList<int64_t>* as_int_list_ptr;
      BoxedEvalueList<aten::Tensor>* as_tensor_list_ptr;
      BoxedEvalueList<std::optional<aten::Tensor>>* as_list_optional_tensor_ptr;
    } copyable_union;

    aten::Tensor as_tensor;

    Payload() : copyable_union() {}
    ~Payload() {}
  };

  Payload payload;
  Tag tag;

  /// None.
  EValue() : tag(Tag::None) {}
  EValue(const EValue& other) : tag(other.tag) { copy_payload(other); }
  /// Leaves None behind.
  EValue(EValue&& other) noexcept : tag(other.tag) {
    copy_payload(other);
    other.clear();
  }
  EValue& operator=(const EValue& other) & {
    tag = other.tag;
    copy_payload(other);
    return *this;
  }
  EValue& operator=(EValue&& other) & noexcept {
    if (this != &other) {
      tag = other.tag;
      copy_payload(other);
      other.clear();
    }
    return *this;
  }
  ~EValue() = default;

  bool isNone() const { return tag == Tag::None; }

  /* implicit */ EValue(int64_t i) : tag(Tag::Int) {
    payload.copyable_union.as_int = i;
  }
  bool isInt() const { return tag == Tag::Int; }
  int64_t toInt() const {
    check(isInt(), "an int");
    return payload.copyable_union.as_int;
  }
  Result<int64_t> tryToInt() const {
    return if_type(isInt(), payload.copyable_union.as_int);
  }

  /* implicit */ EValue(double d) : tag(Tag::Double) {
    payload.copyable_union.as_double = d;
  }
  bool isDouble() const { return tag == Tag::Double; }
  double toDouble() const {
    check(isDouble(), "a double");
    return payload.copyable_union.as_double;
  }
  Result<double> tryToDouble() const {
    return if_type(isDouble(), payload.copyable_union.as_double);
  }

  /* implicit */ EValue(bool b) : tag(Tag::Bool) {
    payload.copyable_union.as_bool = b;
  }
  bool isBool() const { return tag == Tag::Bool; }
  bool toBool() const {
    check(isBool(), "a bool");
    return payload.copyable_union.as_bool;
  }
  Result<bool> tryToBool() const {
    if (!isBool()) {
      return Error::InvalidType;
    }
    return payload.copyable_union.as_bool;
  }

  /// A scalar is an Int, a Double or a Bool.
  /* implicit */ EValue(aten::Scalar s);
  bool isScalar() const { return isInt() || isDouble() || isBool(); }
  aten::Scalar toScalar() const {
    check(isScalar(), "a scalar");
    return *tryToScalar();
  }
  Result<aten::Scalar> tryToScalar() const;

  /* implicit */ EValue(aten::Tensor t) : tag(Tag::Tensor) {
    new (&payload.as_tensor) aten::Tensor(t);
  }
  /// The value that a smart pointer points to. Aborts on a null pointer.
  template <typename T, typename = std::enable_if_t<std::is_convertible<
                            decltype(*std::declval<T>()), EValue>::value>>
  /* implicit */ EValue(T&& value) : tag(Tag::None) {
    ET_CHECK_MSG(value != nullptr, "Pointer is null");
    *this = EValue(*std::forward<T>(value));
  }
  template <typename T>
  explicit EValue(T* value) = delete;
  bool isTensor() const { return tag == Tag::Tensor; }
  aten::Tensor toTensor() && {
    check(isTensor(), "a tensor");
    const aten::Tensor tensor = payload.as_tensor;
    clear();
    return tensor;
  }
  aten::Tensor& toTensor() & {
    check(isTensor(), "a tensor");
    return payload.as_tensor;
  }
  const aten::Tensor& toTensor() const& {
    check(isTensor(), "a tensor");
    return payload.as_tensor;
  }
  Result<aten::Tensor> tryToTensor() const {
    if (!isTensor()) {
      return Error::InvalidType;
    }
    return payload.as_tensor;
  }

  /* implicit */ EValue(aten::ArrayRef<char>* s) : tag(Tag::String) {
    ET_CHECK_MSG(s != nullptr, "pointer cannot be null");
    payload.copyable_union.as_string_ptr = s;
  }
  bool isString() const { return tag == Tag::String; }
  std::string_view toString() const {
    return value_of(tryToString(), "a string");
  }
  Result<std::string_view> tryToString() const;

  /* implicit */ EValue(BoxedEvalueList<int64_t>* i) : tag(Tag::ListInt) {
    ET_CHECK_MSG(i != nullptr, "pointer cannot be null");
    payload.copyable_union.as_int_list_ptr = i;
  }
  bool isIntList() const { return tag == Tag::ListInt; }
  aten::ArrayRef<int64_t> toIntList() const {
    return value_of(tryToIntList(), "an int list");
  }
  Result<aten::ArrayRef<int64_t>> tryToIntList() const;

  /* implicit */ EValue(aten::ArrayRef<bool>* b) : tag(Tag::ListBool) {
    ET_CHECK_MSG(b != nullptr, "pointer cannot be null");
    payload.copyable_union.as_bool_list_ptr = b;
  }
  bool isBoolList() const { return tag == Tag::ListBool; }
  aten::ArrayRef<bool> toBoolList() const {
    return value_of(tryToBoolList(), "a bool list");
  }
  Result<aten::ArrayRef<bool>> tryToBoolList() const;

  /* implicit */ EValue(aten::ArrayRef<double>* d) : tag(Tag::ListDouble) {
    ET_CHECK_MSG(d != nullptr, "pointer cannot be null");
    payload.copyable_union.as_double_list_ptr = d;
  }
  bool isDoubleList() const { return tag == Tag::ListDouble; }
  aten::ArrayRef<double> toDoubleList() const {
    return value_of(tryToDoubleList(), "a double list");
  }
  Result<aten::ArrayRef<double>> tryToDoubleList() const;

  /* implicit */ EValue(BoxedEvalueList<aten::Tensor>* t)
      : tag(Tag::ListTensor) {
    ET_CHECK_MSG(t != nullptr, "pointer cannot be null");
    payload.copyable_union.as_tensor_list_ptr = t;
  }
  bool isTensorList() const { return tag == Tag::ListTensor; }
  aten::ArrayRef<aten::Tensor> toTensorList() const {
    return value_of(tryToTensorList(), "a tensor list");
  }
  Result<aten::ArrayRef<aten::Tensor>> tryToTensorList() const;

  /* implicit */ EValue(BoxedEvalueList<std::optional<aten::Tensor>>* t)
      : tag(Tag::ListOptionalTensor) {
    ET_CHECK_MSG(t != nullptr, "pointer cannot be null");
    payload.copyable_union.as_list_optional_tensor_ptr = t;
  }
  bool isListOptionalTensor() const { return tag == Tag::ListOptionalTensor; }
  aten::ArrayRef<std::optional<aten::Tensor>> toListOptionalTensor() const {
    return value_of(tryToListOptionalTensor(), "a list of optional tensors");
  }
  Result<aten::ArrayRef<std::optional<aten::Tensor>>> tryToListOptionalTensor()
      const;

  /// Enumerations are stored as Int; the number is not checked.
  aten::ScalarType toScalarType() const {
    return static_cast<aten::ScalarType>(toInt());
  }
  Result<aten::ScalarType> tryToScalarType() const {
    return as_enum<aten::ScalarType>();
  }
  aten::MemoryFormat toMemoryFormat() const {
    return static_cast<aten::MemoryFormat>(toInt());
  }
  Result<aten::MemoryFormat> tryToMemoryFormat() const {
    return as_enum<aten::MemoryFormat>();
  }
  aten::Layout toLayout() const { return static_cast<aten::Layout>(toInt()); }
  Result<aten::Layout> tryToLayout() const { return as_enum<aten::Layout>(); }
  aten::Device toDevice() const {
    return aten::Device(static_cast<aten::DeviceType>(toInt()), -1);
  }
  Result<aten::Device> tryToDevice() const {
    if (!isInt()) {
      return Error::InvalidType;
    }
    return toDevice();
  }

  /// The value as T, one of the types above or std::optional of some of them.
  template <typename T>
  T to() &&;
  template <typename T>
  typename internal::evalue_to_const_ref_overload_return<T>::type to() const&;
  template <typename T>
  typename internal::evalue_to_ref_overload_return<T>::type to() &;
  template <typename T>
  Result<T> tryTo() const;

  /// The value as T, or nothing if it is None.
  template <typename T>
  std::optional<T> toOptional() const {
    if (isNone()) {
      return std::nullopt;
    }
    return this->to<T>();
  }
  template <typename T>
  Result<std::optional<T>> tryToOptional() const {
    if (isNone()) {
      return std::optional<T>();
    }
    Result<T> value = this->tryTo<T>();
    if (!value.ok()) {
      return value.error();
    }
    return std::optional<T>(*value);
  }

 private:
  void clear() noexcept {
    payload.copyable_union.as_int = 0;
    tag = Tag::None;
  }

  void copy_payload(const EValue& other) {
    if (other.tag == Tag::Tensor) {
      new (&payload.as_tensor) aten::Tensor(other.payload.as_tensor);
    } else {
      payload.copyable_union = other.payload.copyable_union;
    }
  }

  void check(bool holds, ET_UNUSED const char* type) const {
    ET_CHECK_MSG(holds, "EValue is not %s, it has tag %u", type,
                 static_cast<unsigned>(tag));
  }

  template <typename T>
  T value_of(Result<T> value, const char* type) const {
    check(value.error() != Error::InvalidType, type);
    ET_CHECK_MSG(value.ok(), "%s pointer is null", type);
    return *value;
  }

  template <typename T>
  static Result<T> if_type(bool holds, T value) {
    if (!holds) {
      return Error::InvalidType;
    }
    return value;
  }

  template <typename T>
  Result<T> as_enum() const {
    if (!isInt()) {
      return Error::InvalidType;
    }
    return static_cast<T>(payload.copyable_union.as_int);
  }
};

#define ET_INTERNAL_EVALUE_TO(T, to_name, try_name)                          \
  template <>                                                                \
  inline T EValue::to<T>()&& {                                               \
    return static_cast<T>(std::move(*this).to_name());                       \
  }                                                                          \
  template <>                                                                \
  inline internal::evalue_to_const_ref_overload_return<T>::type              \
  EValue::to<T>() const& {                                                   \
    return to_name();                                                        \
  }                                                                          \
  template <>                                                                \
  inline internal::evalue_to_ref_overload_return<T>::type EValue::to<T>()& { \
    return to_name();                                                        \
  }                                                                          \
  template <>                                                                \
  inline Result<T> EValue::tryTo<T>() const {                                \
    return try_name();                                                       \
  }
#define ET_INTERNAL_EVALUE_TO_OPTIONAL(T) \
  ET_INTERNAL_EVALUE_TO(std::optional<T>, toOptional<T>, tryToOptional<T>)

ET_INTERNAL_EVALUE_TO(aten::Scalar, toScalar, tryToScalar)
ET_INTERNAL_EVALUE_TO(int64_t, toInt, tryToInt)
ET_INTERNAL_EVALUE_TO(bool, toBool, tryToBool)
ET_INTERNAL_EVALUE_TO(double, toDouble, tryToDouble)
ET_INTERNAL_EVALUE_TO(std::string_view, toString, tryToString)
ET_INTERNAL_EVALUE_TO(aten::ScalarType, toScalarType, tryToScalarType)
ET_INTERNAL_EVALUE_TO(aten::MemoryFormat, toMemoryFormat, tryToMemoryFormat)
ET_INTERNAL_EVALUE_TO(aten::Layout, toLayout, tryToLayout)
ET_INTERNAL_EVALUE_TO(aten::Device, toDevice, tryToDevice)
ET_INTERNAL_EVALUE_TO(aten::Tensor, toTensor, tryToTensor)
ET_INTERNAL_EVALUE_TO(aten::ArrayRef<int64_t>, toIntList, tryToIntList)
ET_INTERNAL_EVALUE_TO(aten::ArrayRef<double>, toDoubleList, tryToDoubleList)
ET_INTERNAL_EVALUE_TO(aten::ArrayRef<bool>, toBoolList, tryToBoolList)
ET_INTERNAL_EVALUE_TO(aten::ArrayRef<aten::Tensor>, toTensorList,
                      tryToTensorList)
ET_INTERNAL_EVALUE_TO(aten::ArrayRef<std::optional<aten::Tensor>>,
                      toListOptionalTensor, tryToListOptionalTensor)
ET_INTERNAL_EVALUE_TO_OPTIONAL(aten::Tensor)
ET_INTERNAL_EVALUE_TO_OPTIONAL(aten::ArrayRef<int64_t>)
ET_INTERNAL_EVALUE_TO_OPTIONAL(aten::ArrayRef<double>)
ET_INTERNAL_EVALUE_TO_OPTIONAL(aten::ArrayRef<bool>)
ET_INTERNAL_EVALUE_TO_OPTIONAL(aten::ArrayRef<aten::Tensor>)

#undef ET_INTERNAL_EVALUE_TO_OPTIONAL
#undef ET_INTERNAL_EVALUE_TO

}  // namespace runtime
}  // namespace executorch
