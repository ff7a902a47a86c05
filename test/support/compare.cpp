#include "compare.h"

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "inputs.h"

namespace rushlight::test {
namespace {

Tolerance tolerance_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Float:
      return {1e-5, 1e-4, 0};
    case ScalarType::Double:
      return {1e-9, 1e-7, 0};
    case ScalarType::Half:
      return {1e-3, 0, 0};
    case ScalarType::BFloat16:
      return {1e-2, 0, 0};
    default:
      return {};
  }
}

template <class T>
std::vector<double> converted(const NpyArray& array) {
  std::vector<double> out(array.bytes.size() / sizeof(T));
  for (size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, array.bytes.data() + i * sizeof(T), sizeof(T));
    out[i] = static_cast<double>(value);
  }
  return out;
}

/// How far the error is above what is allowed; not positive where it is fine.
double excess(double found, double expected, double allowed) {
  if (found == expected || (std::isnan(found) && std::isnan(expected))) {
    return -1;
  }
  const double error = std::fabs(found - expected) - allowed;
  return std::isnan(error) ? HUGE_VAL : error;
}

}  // namespace

std::vector<double> to_doubles(const NpyArray& array) {
  switch (array.dtype) {
    case ScalarType::Float:
      return converted<float>(array);
    case ScalarType::Double:
      return converted<double>(array);
    case ScalarType::Half:
      return converted<executorch::aten::Half>(array);
    case ScalarType::BFloat16:
      return converted<executorch::aten::BFloat16>(array);
    case ScalarType::Long:
      return converted<int64_t>(array);
    case ScalarType::Int:
      return converted<int32_t>(array);
    case ScalarType::Short:
      return converted<int16_t>(array);
    case ScalarType::Char:
      return converted<int8_t>(array);
    default:
      return converted<uint8_t>(array);
  }
}

ExpectedArray expected_array(const NpyArray& array) {
  ExpectedArray expected{array.dtype, array.shape, 1, 0, to_doubles(array), {}};
  for (const double value : expected.values) {
    if (std::isfinite(value)) {
      expected.absmax = std::max(expected.absmax, std::fabs(value));
    }
  }
  return expected;
}

std::string difference(const NpyArray& found, const ExpectedArray& expected) {
  if (found.dtype != expected.dtype || found.shape != expected.shape) {
    return fmt::format("is {}, expected {}",
                       tensor_text(found.dtype, found.shape),
                       tensor_text(expected.dtype, expected.shape));
  }
  const std::vector<double> values = to_doubles(found);
  const size_t sampled = (values.size() + expected.step - 1) / expected.step;
  if (sampled != expected.values.size()) {
    return fmt::format("has {} samples of step {}, expected {}", sampled,
                       expected.step, expected.values.size());
  }
  const Tolerance tolerance =
      expected.tolerance.value_or(tolerance_of(expected.dtype));
  size_t wrong = 0;
  size_t worst = 0;
  double worst_excess = 0;
  for (size_t i = 0; i < sampled; ++i) {
    const double target = expected.values[i];
    const double allowed = tolerance.of_absmax * expected.absmax +
                           tolerance.relative * std::fabs(target) +
                           tolerance.absolute;
    const double above = excess(values[i * expected.step], target, allowed);
    wrong += above > 0;
    if (above > worst_excess) {
      worst_excess = above;
      worst = i;
    }
  }
  return wrong == 0 ? ""
                    : fmt::format(
                          "{} of {} elements are wrong; the worst is element "
                          "{}: {:.9g}, expected {:.9g} (absmax {:.9g})",
                          wrong, sampled, worst * expected.step,
                          values[worst * expected.step], expected.values[worst],
                          expected.absmax);
}

}  // namespace rushlight::test
