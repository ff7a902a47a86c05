#include <executorch/exir/verify/comparison.h>

#include <executorch/exir/ir/printer.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace executorch::exir {
namespace {

struct Tolerance {
  double of_absmax = 0;
  double relative = 0;
};

Tolerance tolerance_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Float:
    case ScalarType::ComplexFloat:
      return {1e-5, 1e-4};
    case ScalarType::Double:
    case ScalarType::ComplexDouble:
      return {1e-9, 1e-7};
    case ScalarType::Half:
    case ScalarType::ComplexHalf:
      return {1e-3, 0};
    case ScalarType::BFloat16:
      return {1e-2, 0};
    default:
      return {};
  }
}

template <class T>
std::vector<double> converted(std::span<const std::byte> bytes) {
  std::vector<double> out(bytes.size() / sizeof(T));
  for (size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    out[i] = static_cast<double>(value);
  }
  return out;
}

/// Complex elements are two numbers each.
std::vector<double> to_doubles(const HostTensor& tensor) {
  const auto bytes = tensor.data.bytes;
  switch (tensor.dtype) {
    case ScalarType::Float:
    case ScalarType::ComplexFloat:
      return converted<float>(bytes);
    case ScalarType::Double:
    case ScalarType::ComplexDouble:
      return converted<double>(bytes);
    case ScalarType::Half:
    case ScalarType::ComplexHalf:
      return converted<aten::Half>(bytes);
    case ScalarType::BFloat16:
      return converted<aten::BFloat16>(bytes);
    case ScalarType::Char:
      return converted<int8_t>(bytes);
    default:
      break;
  }
  switch (runtime::elementSize(tensor.dtype)) {
    case 1:
      return converted<uint8_t>(bytes);
    case 2:
      return converted<int16_t>(bytes);
    case 4:
      return converted<int32_t>(bytes);
    default:
      return converted<int64_t>(bytes);
  }
}

std::string describe(const HostValue& value) {
  if (const auto* tensor = std::get_if<HostTensor>(&value)) {
    return fmt::format("{}[{}]", dtype_name(tensor->dtype),
                       fmt::join(tensor->sizes, ", "));
  }
  if (const auto* number = std::get_if<int64_t>(&value)) {
    return std::to_string(*number);
  }
  if (const auto* number = std::get_if<double>(&value)) {
    return fmt::format("{}", *number);
  }
  const auto* flag = std::get_if<bool>(&value);
  return flag == nullptr ? "None" : *flag ? "true" : "false";
}

Comparison compare_tensors(const HostTensor& found,
                           const HostTensor& expected,
                           const Tolerance& tolerance) {
  const std::vector<double> values = to_doubles(found);
  const std::vector<double> targets = to_doubles(expected);
  double absmax = 0;
  for (const double target : targets) {
    absmax =
        std::isfinite(target) ? std::max(absmax, std::fabs(target)) : absmax;
  }
  Comparison out;
  out.allowed = tolerance.of_absmax * absmax;
  size_t wrong = 0;
  size_t worst = 0;
  double worst_excess = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (values[i] == targets[i] ||
        (std::isnan(values[i]) && std::isnan(targets[i]))) {
      continue;
    }
    double error = std::fabs(values[i] - targets[i]);
    error = std::isnan(error) ? HUGE_VAL : error;
    const double allowed = std::isfinite(targets[i])
                               ? tolerance.of_absmax * absmax +
                                     tolerance.relative * std::fabs(targets[i])
                               : 0;
    if (error >= out.largest) {
      out.largest = error;
      out.allowed = allowed;
    }
    wrong += error > allowed;
    if (error - allowed > worst_excess) {
      worst_excess = error - allowed;
      worst = i;
    }
  }
  // Integers beyond 2^53 are not told apart as doubles.
  const bool is_exact = !runtime::isFloatingType(expected.dtype) &&
                        !runtime::isComplexType(expected.dtype);
  const bool differs =
      is_exact && !std::ranges::equal(found.data.bytes, expected.data.bytes);
  out.departs = wrong > 0 || differs;
  if (out.departs) {
    out.text = fmt::format(
        "element {} is {:.9g}, expected {:.9g}; {} of {} differ by more than "
        "allowed, the largest difference is {:.2g}",
        worst, values[worst], targets[worst], wrong, targets.size(),
        out.largest);
  }
  return out;
}

}  // namespace

Comparison compare(const HostValue& found, const HostValue& expected,
                   bool computed_in_half) {
  const auto* tensor = std::get_if<HostTensor>(&found);
  const auto* target = std::get_if<HostTensor>(&expected);
  if (tensor != nullptr && target != nullptr &&
      tensor->dtype == target->dtype && tensor->sizes == target->sizes) {
    const bool in_half =
        computed_in_half && target->dtype == ScalarType::Float;
    return compare_tensors(
        *tensor, *target,
        in_half ? Tolerance{3e-2, 0} : tolerance_of(target->dtype));
  }
  Comparison out;
  if (tensor == nullptr && target == nullptr &&
      found.index() == expected.index()) {
    const auto* number = std::get_if<double>(&found);
    const auto* wanted = std::get_if<double>(&expected);
    if (number != nullptr) {
      out.largest = std::fabs(*number - *wanted);
      out.allowed =
          tolerance_of(ScalarType::Double).relative * std::fabs(*wanted);
      out.departs = *number != *wanted && !(out.largest <= out.allowed) &&
                    !(std::isnan(*number) && std::isnan(*wanted));
    } else {
      out.departs = describe(found) != describe(expected);
    }
  } else {
    out.departs = true;
  }
  if (out.departs) {
    out.text =
        fmt::format("is {}, expected {}", describe(found), describe(expected));
  }
  return out;
}

}  // namespace executorch::exir
