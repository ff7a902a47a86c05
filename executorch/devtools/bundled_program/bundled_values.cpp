#include <executorch/devtools/bundled_program/bundled_values.h>

#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace executorch {
namespace bundled_program {
namespace internal {

namespace fb = ::bundled_program_flatbuffer;

using aten::ScalarType;
using aten::Tensor;
using runtime::Error;
using runtime::EValue;

Error BundledValue::read(const fb::Value* value) {
  ET_CHECK_OR_RETURN_ERROR(value != nullptr && value->val() != nullptr,
                           InvalidExternalData, "a bundled value is missing");
  switch (value->val_type()) {
    case fb::ValueUnion::Tensor:
      return read_tensor(value->val_as_Tensor());
    case fb::ValueUnion::Int:
      value_ = EValue(value->val_as_Int()->int_val());
      return Error::Ok;
    case fb::ValueUnion::Double:
      value_ = EValue(value->val_as_Double()->double_val());
      return Error::Ok;
    case fb::ValueUnion::Bool:
      value_ = EValue(value->val_as_Bool()->bool_val());
      return Error::Ok;
    default:
      ET_LOG(Error, "a bundled value has the unknown type %d",
             static_cast<int>(value->val_type()));
      return Error::NotSupported;
  }
}

Error BundledValue::read_tensor(const fb::Tensor* tensor) {
  const auto* const sizes = tensor->sizes();
  const auto* const dim_order = tensor->dim_order();
  const auto type = static_cast<ScalarType>(tensor->scalar_type());
  ET_CHECK_OR_RETURN_ERROR(
      sizes != nullptr && dim_order != nullptr && tensor->data() != nullptr &&
          sizes->size() == dim_order->size() &&
          sizes->size() <= runtime::kTensorDimensionLimit &&
          runtime::isValid(type),
      InvalidExternalData, "a bundled tensor is damaged");
  const size_t dim = sizes->size();
  const auto numel = aten::safe_numel(sizes->data(), static_cast<ssize_t>(dim));
  ET_CHECK_OR_RETURN_ERROR(
      numel.ok() && static_cast<size_t>(*numel) <= tensor->data()->size() &&
          static_cast<size_t>(*numel) * runtime::elementSize(type) <=
              tensor->data()->size(),
      InvalidExternalData, "a bundled tensor has %u bytes, too few",
      static_cast<unsigned>(tensor->data()->size()));
  ET_CHECK_OR_RETURN_ERROR(
      runtime::dim_order_to_stride(sizes->data(), dim_order->data(), dim,
                                   strides_) == Error::Ok,
      InvalidExternalData, "a bundled tensor has an invalid dim order");
  impl_.emplace(type, static_cast<ssize_t>(dim),
                const_cast<aten::SizesType*>(sizes->data()),
                const_cast<uint8_t*>(tensor->data()->data()),
                const_cast<aten::DimOrderType*>(dim_order->data()), strides_);
  value_ = EValue(Tensor(&*impl_));
  return Error::Ok;
}

namespace {

bool is_close(double a, double b, const Tolerance& tolerance) {
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b);
  }
  if (std::isinf(a) || std::isinf(b)) {
    return a == b;
  }
  return std::abs(a - b) <= tolerance.atol + tolerance.rtol * std::abs(b);
}

/// Where the switch macros report a type that they do not know.
struct TypeContext {
  Error error = Error::Ok;
  void fail(Error) { error = Error::NotSupported; }
};

template <typename T>
bool all_close(const Tensor& a, const Tensor& b, const Tolerance& tolerance) {
  const T* const left = a.const_data_ptr<T>();
  const T* const right = b.const_data_ptr<T>();
  for (ssize_t i = 0; i < a.numel(); ++i) {
    if (!is_close(static_cast<double>(left[i]), static_cast<double>(right[i]),
                  tolerance)) {
      ET_LOG(Error, "element %zd is %g, expected %g", i,
             static_cast<double>(right[i]), static_cast<double>(left[i]));
      return false;
    }
  }
  return true;
}

bool same_layout(const Tensor& expected, const Tensor& actual) {
  return expected.scalar_type() == actual.scalar_type() &&
         expected.sizes() == actual.sizes() &&
         (expected.dim_order() == actual.dim_order() ||
          expected.strides() == actual.strides());
}

Error compare_tensors(const Tensor& expected, const Tensor& actual,
                      const Tolerance& tolerance) {
  ET_CHECK_OR_RETURN_ERROR(
      same_layout(expected, actual), NotFound,
      "an output of type %s and %zd dimensions, expected %s and %zd, or other "
      "sizes or another dim order",
      runtime::toString(actual.scalar_type()), actual.dim(),
      runtime::toString(expected.scalar_type()), expected.dim());
  if (expected.nbytes() == 0) {
    return Error::Ok;
  }
  bool close = false;
  if (runtime::isFloatingType(expected.scalar_type())) {
    TypeContext context;
    ET_SWITCH_FLOATHBF16_TYPES(
        expected.scalar_type(), context, "compare", T,
        [&] { close = all_close<T>(expected, actual, tolerance); });
    ET_CHECK_OK_OR_RETURN_ERROR(context.error);
  } else {
    close = std::memcmp(expected.const_data_ptr(), actual.const_data_ptr(),
                        expected.nbytes()) == 0;
  }
  ET_CHECK_OR_RETURN_ERROR(close, NotFound,
                           "an output differs from the expected one");
  return Error::Ok;
}

template <typename T>
void add_all_errors(const Tensor& a, const Tensor& b, ErrorSums& sums) {
  constexpr double kSmallest = 1e-8;
  for (ssize_t i = 0; i < a.numel(); ++i) {
    const auto left = static_cast<double>(a.const_data_ptr<T>()[i]);
    const auto right = static_cast<double>(b.const_data_ptr<T>()[i]);
    const double error = std::abs(left - right);
    const double relative =
        error / std::max({std::abs(left), std::abs(right), kSmallest});
    sums.sum_abs += error;
    sums.max_abs = std::max(sums.max_abs, error);
    sums.sum_relative += relative;
    sums.max_relative = std::max(sums.max_relative, relative);
  }
  sums.count += static_cast<double>(a.numel());
}

}  // namespace

Error compare(const EValue& expected, const EValue& actual,
              const Tolerance& tolerance) {
  ET_CHECK_OR_RETURN_ERROR(expected.tag == actual.tag, NotFound,
                           "an output with tag %u, expected %u",
                           static_cast<unsigned>(actual.tag),
                           static_cast<unsigned>(expected.tag));
  if (expected.isTensor()) {
    return compare_tensors(expected.toTensor(), actual.toTensor(), tolerance);
  }
  const bool same = expected.isDouble() ? is_close(expected.toDouble(),
                                                   actual.toDouble(), tolerance)
                    : expected.isInt()  ? expected.toInt() == actual.toInt()
                                        : expected.toBool() == actual.toBool();
  ET_CHECK_OR_RETURN_ERROR(same, NotFound,
                           "an output differs from the expected one");
  return Error::Ok;
}

Error add_errors(const EValue& expected, const EValue& actual,
                 ErrorSums& sums) {
  ET_CHECK_OR_RETURN_ERROR(expected.isTensor() && actual.isTensor(),
                           NotSupported, "outputs that are no tensors");
  const Tensor& a = expected.toTensor();
  const Tensor& b = actual.toTensor();
  ET_CHECK_OR_RETURN_ERROR(
      a.scalar_type() == b.scalar_type() && a.numel() == b.numel(),
      InvalidArgument,
      "an output of %zd elements, expected %zd, or another type", b.numel(),
      a.numel());
  TypeContext context;
  ET_SWITCH_REALHBBF16_TYPES(a.scalar_type(), context, "measure", T,
                             [&] { add_all_errors<T>(a, b, sums); });
  return context.error;
}

}  // namespace internal
}  // namespace bundled_program
}  // namespace executorch
