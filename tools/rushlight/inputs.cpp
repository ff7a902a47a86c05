#include "inputs.h"

#include <executorch/exir/ir/printer.h>
#include <executorch/exir/verify/dim_order.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/executor/method_meta.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>

namespace rushlight {
namespace {

using executorch::aten::TensorImpl;
using executorch::exir::fail;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Method;
using executorch::runtime::Tag;
using executorch::runtime::TensorInfo;

template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size()
             ? std::optional(value)
             : std::nullopt;
}

/// The scalar of a literal or of a 0-d array, as the method's tag asks for it.
std::optional<EValue> scalar_of(const InputValue& value, Tag tag) {
  if (value.is_array) {
    if (value.array.numel() != 1) {
      return std::nullopt;
    }
    const std::byte* data = value.array.bytes.data();
    if (tag == Tag::Bool && value.array.dtype == ScalarType::Bool) {
      return EValue(*reinterpret_cast<const bool*>(data));
    }
    if (tag == Tag::Int && value.array.dtype == ScalarType::Long) {
      int64_t number = 0;
      std::memcpy(&number, data, sizeof(number));
      return EValue(number);
    }
    if (tag == Tag::Double && value.array.dtype == ScalarType::Double) {
      double number = 0;
      std::memcpy(&number, data, sizeof(number));
      return EValue(number);
    }
    return std::nullopt;
  }
  if (tag == Tag::Bool && (value.text == "true" || value.text == "false")) {
    return EValue(value.text == "true");
  }
  if (tag == Tag::Int) {
    const auto number = parse<int64_t>(value.text);
    return number ? std::optional(EValue(*number)) : std::nullopt;
  }
  if (tag == Tag::Double) {
    const auto number = parse<double>(value.text);
    return number ? std::optional(EValue(*number)) : std::nullopt;
  }
  return std::nullopt;
}

const char* tag_text(Tag tag) {
  switch (tag) {
    case Tag::Int:
      return "an integer";
    case Tag::Double:
      return "a number";
    case Tag::Bool:
      return "true or false";
    case Tag::Tensor:
      return "a .npy file";
    case Tag::None:
      return "nothing (None)";
    default:
      return "a value of another kind";
  }
}

Expected<void> set_tensor(Method& method, size_t index, InputValue& value,
                          const TensorInfo& info) {
  const std::vector<int64_t> limits(info.sizes().begin(), info.sizes().end());
  const std::string expected = tensor_text(info.scalar_type(), limits);
  const std::string found = tensor_text(value.array.dtype, value.array.shape);
  if (value.array.dtype != info.scalar_type() ||
      value.array.shape.size() != limits.size()) {
    return fail(fmt::format("input {} is {}, expected {}", index, found,
                            expected));
  }
  std::vector<executorch::aten::SizesType> sizes;
  const std::vector<executorch::aten::DimOrderType> dim_order(
      info.dim_order().begin(), info.dim_order().end());
  std::vector<executorch::aten::StridesType> strides(limits.size(), 1);
  for (size_t d = 0; d < limits.size(); ++d) {
    if (value.array.shape[d] > limits[d]) {
      return fail(fmt::format(
          "input {} is {}: size {} of dimension {} is above {}, expected {}",
          index, found, value.array.shape[d], d, limits[d], expected));
    }
    sizes.push_back(
        static_cast<executorch::aten::SizesType>(value.array.shape[d]));
  }
  for (size_t k = limits.size(); k-- > 1;) {
    strides[dim_order[k - 1]] = strides[dim_order[k]] * sizes[dim_order[k]];
  }
  if (!std::is_sorted(dim_order.begin(), dim_order.end())) {
    value.array.bytes =
        executorch::exir::reordered(
            value.array.bytes, value.array.shape,
            executorch::exir::row_major_order(dim_order.size()), dim_order,
            executorch::runtime::elementSize(value.array.dtype));
  }
  TensorImpl impl(value.array.dtype, static_cast<ssize_t>(sizes.size()),
                  sizes.data(), value.array.bytes.data(),
                  const_cast<executorch::aten::DimOrderType*>(dim_order.data()),
                  strides.data());
  const Error error =
      method.set_input(EValue(executorch::aten::Tensor(&impl)), index);
  if (error != Error::Ok) {
    return fail(fmt::format("input {} is {}, expected {}: {}", index, found,
                            expected, error_text(error)));
  }
  return {};
}

Expected<void> set_one(Method& method, size_t index, InputValue& value) {
  const auto meta = method.method_meta();
  const auto tag = meta.input_tag(index);
  if (!tag.ok()) {
    return fail(fmt::format("input {}: {}", index, error_text(tag.error())));
  }
  if (*tag == Tag::Tensor && value.is_array) {
    const auto info = meta.input_tensor_meta(index);
    if (!info.ok()) {
      return fail(fmt::format("input {}: {}", index,
                              error_text(info.error())));
    }
    return set_tensor(method, index, value, *info);
  }
  // None, and a string that the export fixed, have one value only.
  if ((*tag == Tag::None || *tag == Tag::String) && value.text.empty()) {
    return {};
  }
  const auto scalar = scalar_of(value, *tag);
  if (!scalar) {
    return fail(fmt::format("input {} is {}, expected {}", index,
                            value.text.empty() ? "absent" : value.text,
                            tag_text(*tag)));
  }
  const Error error = method.set_input(*scalar, index);
  if (error != Error::Ok) {
    return fail(fmt::format(
        "input {} is {}, which the method does not take (a value that the "
        "export fixed must be given as it was): {}",
        index, value.text, error_text(error)));
  }
  return {};
}

}  // namespace

std::string tensor_text(ScalarType dtype, const std::vector<int64_t>& shape) {
  return fmt::format("{}[{}]", executorch::exir::dtype_name(dtype),
                     fmt::join(shape, ", "));
}

Expected<std::vector<InputValue>> read_inputs(
    const std::vector<std::string>& args) {
  std::vector<InputValue> values;
  for (const std::string& arg : args) {
    InputValue value{arg, {}, arg.ends_with(".npy")};
    if (value.is_array) {
      ET_ASSIGN(value.array, read_npy(arg));
    }
    values.push_back(std::move(value));
  }
  return values;
}

Expected<std::vector<InputValue>> read_input_folder(const std::string& folder,
                                                    size_t count) {
  std::vector<InputValue> values;
  for (size_t i = 0;; ++i) {
    const std::string path = fmt::format("{}/in_{}.npy", folder, i);
    if (std::filesystem::exists(path)) {
      ET_ASSIGN(NpyArray array, read_npy(path));
      values.push_back({path, std::move(array), true});
    } else if (i < count) {
      values.emplace_back();
    } else {
      return values;
    }
  }
}

Expected<void> set_inputs(Method& method, std::vector<InputValue>& values) {
  if (values.size() != method.inputs_size()) {
    return fail(fmt::format("found {} inputs, expected {}", values.size(),
                            method.inputs_size()));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    ET_TRY(set_one(method, i, values[i]));
  }
  return {};
}

Expected<executorch::exir::HostValue> host_value(const InputValue& value) {
  if (value.is_array) {
    executorch::exir::HostTensor tensor{value.array.dtype, value.array.shape,
                                        {}};
    const auto kept =
        std::make_shared<std::vector<std::byte>>(value.array.bytes);
    tensor.data = {*kept, kept, false};
    return tensor;
  }
  if (const auto number = parse<int64_t>(value.text)) {
    return *number;
  }
  if (const auto number = parse<double>(value.text)) {
    return *number;
  }
  if (value.text == "true" || value.text == "false") {
    return value.text == "true";
  }
  return fail(fmt::format("--input is {}, expected a .npy file or a literal",
                          value.text));
}

}  // namespace rushlight
