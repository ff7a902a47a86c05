#include <executorch/backends/engine/graph/tensor_type.h>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cinttypes>
#include <cmath>
#include <cstring>
#include <limits>

namespace executorch::backends::engine {
namespace {

using runtime::internal::mul_overflows;

template <typename T>
bool encode_integer(double value, void* out) {
  // The bounds are powers of two and therefore exact; the upper is excluded.
  constexpr int kDigits = std::numeric_limits<T>::digits;
  const double above = std::ldexp(1.0, kDigits);
  const double lowest = std::numeric_limits<T>::is_signed ? -above : 0.0;
  if (!(value >= lowest && value < above) || value != std::trunc(value)) {
    return false;
  }
  const T element = static_cast<T>(value);
  std::memcpy(out, &element, sizeof(element));
  return true;
}

bool encode_half(double value, void* out) {
  constexpr double kLargest = 65504;
  if (std::isfinite(value)) {
    value = std::fmin(std::fmax(value, -kLargest), kLargest);
  }
  const aten::Half element(static_cast<float>(value));
  std::memcpy(out, &element, sizeof(element));
  return true;
}

bool encode_float(double value, void* out) {
  const float element = static_cast<float>(value);
  std::memcpy(out, &element, sizeof(element));
  return true;
}

bool encode(ScalarType dtype, double value, void* out) {
  switch (dtype) {
    case ScalarType::Float:
      return encode_float(value, out);
    case ScalarType::Half:
      return encode_half(value, out);
    case ScalarType::Long:
      return encode_integer<int64_t>(value, out);
    case ScalarType::Int:
      return encode_integer<int32_t>(value, out);
    case ScalarType::Short:
      return encode_integer<int16_t>(value, out);
    case ScalarType::Char:
      return encode_integer<int8_t>(value, out);
    case ScalarType::Byte:
      return encode_integer<uint8_t>(value, out);
    case ScalarType::Bool:
      return (value == 0 || value == 1) && encode_integer<uint8_t>(value, out);
    default:
      return false;
  }
}

}  // namespace

bool is_float(ScalarType dtype) {
  return dtype == ScalarType::Float || dtype == ScalarType::Half;
}

bool is_integer(ScalarType dtype) {
  return dtype == ScalarType::Long || dtype == ScalarType::Int ||
         dtype == ScalarType::Short || dtype == ScalarType::Char ||
         dtype == ScalarType::Byte;
}

size_t element_nbytes(ScalarType dtype) { return runtime::elementSize(dtype); }

int64_t TensorType::numel() const {
  int64_t product = 1;
  for (const int64_t size : sizes) {
    product *= size;
  }
  return product;
}

size_t TensorType::nbytes() const {
  return static_cast<size_t>(numel()) * element_nbytes(dtype);
}

Error check_type(const char* what, const TensorType& type) {
  ET_CHECK_OR_RETURN_ERROR(is_float(type.dtype) || is_integer(type.dtype) ||
                               type.dtype == ScalarType::Bool,
                           InvalidProgram,
                           "%s: dtype %d, expected float, half, an integer or "
                           "bool",
                           what, static_cast<int>(type.dtype));
  ET_CHECK_OR_RETURN_ERROR(type.rank() <= kMaxRank, InvalidProgram,
                           "%s: %zu dimensions, limit %zu", what, type.rank(),
                           kMaxRank);
  auto product = static_cast<int64_t>(element_nbytes(type.dtype));
  for (const int64_t size : type.sizes) {
    ET_CHECK_OR_RETURN_ERROR(size >= 0, InvalidProgram,
                             "%s: size %" PRId64 " in %s, expected 0 or more",
                             what, size, to_string(type).c_str());
    ET_CHECK_OR_RETURN_ERROR(
        !mul_overflows(product, size == 0 ? int64_t{1} : size, &product),
        InvalidProgram, "%s: %s has more bytes than 63 bits count", what,
        to_string(type).c_str());
  }
  return Error::Ok;
}

std::string to_string(const std::vector<int64_t>& sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(sizes[i]);
  }
  return text + "]";
}

std::string to_string(const TensorType& type) {
  return runtime::toString(type.dtype) + to_string(type.sizes);
}

Error encode_scalar(const char* what, ScalarType dtype, double value,
                    void* out) {
  ET_CHECK_OR_RETURN_ERROR(encode(dtype, value, out), InvalidProgram,
                           "%s: value %g, expected one of dtype %s", what,
                           value, runtime::toString(dtype));
  return Error::Ok;
}

}  // namespace executorch::backends::engine
