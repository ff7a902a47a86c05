#include <executorch/extension/tensor/tensor_ptr_maker.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

#include <executorch/extension/tensor/convert_element.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace extension {

namespace {

using aten::ScalarType;
using aten::SizesType;
using aten::StridesType;
using aten::TensorShapeDynamism;

using Sizes = std::vector<SizesType>;
using Strides = std::vector<StridesType>;

template <typename T>
bool in_range(double value) {
  return !std::isfinite(value) ||
         (value >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
          value <= static_cast<double>(std::numeric_limits<T>::max()));
}

/// An integer fits an unsigned 64-bit type unless it is negative.
template <typename T>
bool in_range(int64_t value) {
  if constexpr (std::is_unsigned_v<T>) {
    return value >= 0 &&
           static_cast<uint64_t>(value) <= std::numeric_limits<T>::max();
  } else {
    return value >= std::numeric_limits<T>::lowest() &&
           value <= std::numeric_limits<T>::max();
  }
}

/// Stores `scalar` as T; returns false if T cannot hold it.
template <typename T>
bool store(const aten::Scalar& scalar, T* out) {
  if constexpr (std::is_same_v<T, bool>) {
    if (scalar.isFloatingPoint()) {
      return false;
    }
    *out = scalar.to<int64_t>() != 0;
    return true;
  } else if constexpr (std::is_integral_v<T>) {
    if (!scalar.isIntegral(false) || !in_range<T>(scalar.to<int64_t>())) {
      return false;
    }
    *out = static_cast<T>(scalar.to<int64_t>());
    return true;
  } else {
    if (scalar.isBoolean()) {
      return false;
    }
    const double value = scalar.isFloatingPoint()
                             ? scalar.to<double>()
                             : static_cast<double>(scalar.to<int64_t>());
    *out = internal::convert_element<T>(value);
    return in_range<T>(value);
  }
}

/// Fills an empty tensor; `next(T{})` returns the next element.
template <typename Next>
TensorPtr filled(TensorPtr tensor, Next next) {
  internal::AbortingContext context;
  ET_SWITCH_REALHBBF16_AND_UINT_TYPES(
      tensor->scalar_type(), context, "fill", T, [&] {
        std::generate_n(tensor->mutable_data_ptr<T>(), tensor->numel(), [&] {
          return internal::convert_element<T>(next(T{}));
        });
      });
  return tensor;
}

/// A number of [0, 1) that T holds exactly, so that it is not rounded to 1.
template <typename T, typename Generator>
double unit_number(Generator& generator) {
  constexpr int kDigits = std::numeric_limits<T>::digits;
  const double number =
      std::generate_canonical<double, std::numeric_limits<double>::digits>(
          generator);
  return std::min(std::ldexp(std::floor(std::ldexp(number, kDigits)), -kDigits),
                  1 - std::ldexp(1.0, -kDigits));
}

std::mt19937_64 seeded_generator() {
  return std::mt19937_64{std::random_device{}()};
}

ScalarType type_like(const TensorPtr& other, ScalarType type) {
  return type == ScalarType::Undefined ? other->scalar_type() : type;
}

Sizes sizes_of(const TensorPtr& tensor) {
  return {tensor->sizes().begin(), tensor->sizes().end()};
}

Strides strides_of(const TensorPtr& tensor) {
  return {tensor->strides().begin(), tensor->strides().end()};
}

}  // namespace

TensorPtr empty_strided(Sizes sizes, Strides strides, ScalarType type,
                        TensorShapeDynamism dynamism) {
  std::vector<uint8_t> data(internal::tensor_nbytes(sizes, type));
  return make_tensor_ptr(std::move(sizes), std::move(data), {},
                         std::move(strides), type, dynamism);
}

TensorPtr full_strided(Sizes sizes, Strides strides, aten::Scalar fill_value,
                       ScalarType type, TensorShapeDynamism dynamism) {
  return filled(
      empty_strided(std::move(sizes), std::move(strides), type, dynamism),
      [&](auto element) {
        ET_CHECK_MSG(store(fill_value, &element),
                     "the fill value does not fit type %s",
                     runtime::toString(type));
        return element;
      });
}

TensorPtr rand_strided(Sizes sizes, Strides strides, ScalarType type,
                       TensorShapeDynamism dynamism) {
  auto generator = seeded_generator();
  return filled(
      empty_strided(std::move(sizes), std::move(strides), type, dynamism),
      [&](auto element) {
        using T = decltype(element);
        if constexpr (std::is_integral_v<T>) {
          return T{0};
        } else {
          return unit_number<T>(generator);
        }
      });
}

TensorPtr randn_strided(Sizes sizes, Strides strides, ScalarType type,
                        TensorShapeDynamism dynamism) {
  auto generator = seeded_generator();
  std::normal_distribution<double> distribution;
  return filled(
      empty_strided(std::move(sizes), std::move(strides), type, dynamism),
      [&](auto) { return distribution(generator); });
}

TensorPtr randint_strided(int64_t low, int64_t high, Sizes sizes,
                          Strides strides, ScalarType type,
                          TensorShapeDynamism dynamism) {
  ET_CHECK_MSG(low < high, "an empty range of integers");
  auto generator = seeded_generator();
  std::uniform_int_distribution<int64_t> distribution(low, high - 1);
  return filled(
      empty_strided(std::move(sizes), std::move(strides), type, dynamism),
      [&](auto) { return distribution(generator); });
}

TensorPtr empty_like(const TensorPtr& other, ScalarType type,
                     TensorShapeDynamism dynamism) {
  return empty_strided(sizes_of(other), strides_of(other),
                       type_like(other, type), dynamism);
}

TensorPtr full_like(const TensorPtr& other, aten::Scalar fill_value,
                    ScalarType type, TensorShapeDynamism dynamism) {
  return full_strided(sizes_of(other), strides_of(other), fill_value,
                      type_like(other, type), dynamism);
}

TensorPtr rand_like(const TensorPtr& other, ScalarType type,
                    TensorShapeDynamism dynamism) {
  return rand_strided(sizes_of(other), strides_of(other),
                      type_like(other, type), dynamism);
}

TensorPtr randn_like(const TensorPtr& other, ScalarType type,
                     TensorShapeDynamism dynamism) {
  return randn_strided(sizes_of(other), strides_of(other),
                       type_like(other, type), dynamism);
}

TensorPtr randint_like(const TensorPtr& other, int64_t low, int64_t high,
                       ScalarType type, TensorShapeDynamism dynamism) {
  return randint_strided(low, high, sizes_of(other), strides_of(other),
                         type_like(other, type), dynamism);
}

}  // namespace extension
}  // namespace executorch
