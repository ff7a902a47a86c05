#include "outputs.h"

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>

#include "inputs.h"
#include "npy.h"

namespace rushlight {
namespace {

using executorch::aten::Tensor;
using executorch::exir::fail;
using executorch::runtime::EValue;
using executorch::runtime::Method;

std::vector<int64_t> shape_of(const Tensor& tensor) {
  return {tensor.sizes().begin(), tensor.sizes().end()};
}

bool is_row_major(const Tensor& tensor) {
  for (size_t d = 0; d < tensor.dim_order().size(); ++d) {
    if (tensor.dim_order()[d] != d) {
      return false;
    }
  }
  return true;
}

template <class T>
double element(const std::byte* data, size_t i) {
  T value;
  std::memcpy(&value, data + i * sizeof(T), sizeof(T));
  return static_cast<double>(static_cast<float>(value));
}

template <>
double element<double>(const std::byte* data, size_t i) {
  double value = 0;
  std::memcpy(&value, data + i * sizeof(value), sizeof(value));
  return value;
}

using ElementReader = double (*)(const std::byte*, size_t);

ElementReader reader_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Byte:
      return element<uint8_t>;
    case ScalarType::Char:
      return element<int8_t>;
    case ScalarType::Short:
      return element<int16_t>;
    case ScalarType::Int:
      return element<int32_t>;
    case ScalarType::Long:
      return element<int64_t>;
    case ScalarType::Half:
      return element<executorch::aten::Half>;
    case ScalarType::BFloat16:
      return element<executorch::aten::BFloat16>;
    case ScalarType::Double:
      return element<double>;
    case ScalarType::Bool:
      return element<bool>;
    default:
      return element<float>;
  }
}

std::string summarize(const Tensor& tensor) {
  const auto numel = static_cast<size_t>(tensor.numel());
  const auto* data = static_cast<const std::byte*>(tensor.const_data_ptr());
  const ElementReader read = reader_of(tensor.scalar_type());
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double sum = 0;
  std::vector<double> first;
  for (size_t i = 0; i < numel; ++i) {
    const double value = read(data, i);
    low = std::min(low, value);
    high = std::max(high, value);
    sum += value;
    if (first.size() < 5) {
      first.push_back(value);
    }
  }
  const std::string text = tensor_text(tensor.scalar_type(), shape_of(tensor));
  return numel == 0
             ? text
             : fmt::format("{}  min {:.6g}  max {:.6g}  mean {:.6g}  [{:.6g}{}]",
                           text, low, high, sum / static_cast<double>(numel),
                           fmt::join(first, ", "), numel > 5 ? ", …" : "");
}

template <class T>
Expected<void> write_scalar(const std::string& path, ScalarType dtype,
                            T value) {
  return write_npy(path, dtype, {}, std::as_bytes(std::span(&value, 1)));
}

Expected<void> write_output(const EValue& value, const std::string& path) {
  if (value.isTensor()) {
    const Tensor& tensor = value.toTensor();
    if (!is_row_major(tensor)) {
      return fail("output has a dim order that is not row-major");
    }
    return write_npy(path, tensor.scalar_type(), shape_of(tensor),
                     {static_cast<const std::byte*>(tensor.const_data_ptr()),
                      tensor.nbytes()});
  }
  if (value.isInt()) {
    return write_scalar(path, ScalarType::Long, value.toInt());
  }
  if (value.isDouble()) {
    return write_scalar(path, ScalarType::Double, value.toDouble());
  }
  if (value.isBool()) {
    return write_scalar(path, ScalarType::Bool, value.toBool());
  }
  return {};
}

}  // namespace

Expected<void> write_outputs(Method& method, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return fail(fmt::format("{}: {}", folder, error.message()));
  }
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    ET_TRY(write_output(method.get_output(i),
                        fmt::format("{}/out_{}.npy", folder, i)));
  }
  return {};
}

std::string summarize_outputs(Method& method) {
  std::string text;
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const EValue& value = method.get_output(i);
    const std::string shown =
        value.isTensor()   ? summarize(value.toTensor())
        : value.isInt()    ? fmt::format("int {}", value.toInt())
        : value.isDouble() ? fmt::format("float {}", value.toDouble())
        : value.isBool()   ? fmt::format("bool {}", value.toBool())
                           : std::string("none");
    text += fmt::format("output {}: {}\n", i, shown);
  }
  return text;
}

}  // namespace rushlight
