#include "golden.h"

#include <executorch/exir/import/json.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "fill.h"
#include "paths.h"

namespace rushlight::test {
namespace {

namespace json = executorch::exir::json;
using executorch::exir::fail;

Expected<ScalarType> dtype_of(json::element tensor) {
  ET_ASSIGN(const auto name, json::string_member(tensor, "dtype"));
  if (name == "float32") {
    return ScalarType::Float;
  }
  if (name == "int64") {
    return ScalarType::Long;
  }
  if (name == "float64") {
    return ScalarType::Double;
  }
  if (name == "bool") {
    return ScalarType::Bool;
  }
  return fail(fmt::format("golden.json: unknown dtype {}", name));
}

Expected<std::vector<int64_t>> shape_of(json::element tensor) {
  ET_ASSIGN(const auto sizes, json::array_member(tensor, "shape"));
  std::vector<int64_t> shape;
  for (const json::element size : sizes) {
    ET_ASSIGN(shape.emplace_back(), json::as_int(size, "shape"));
  }
  return shape;
}

Expected<std::vector<double>> values_of(json::element tensor) {
  ET_ASSIGN(const auto list, json::array_member(tensor, "values"));
  std::vector<double> values;
  for (const json::element value : list) {
    ET_ASSIGN(values.emplace_back(), json::as_double(value, "values"));
  }
  return values;
}

template <class T>
void store(const std::vector<double>& values, NpyArray& array) {
  array.bytes.resize(values.size() * sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<T>(values[i]);
    std::memcpy(array.bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
}

Expected<void> fill_array(json::element tensor, NpyArray& array) {
  ET_ASSIGN(const auto name, json::string_member(tensor, "fill"));
  ET_ASSIGN(const auto mean, json::member(tensor, "mean"));
  ET_ASSIGN(const auto std, json::member(tensor, "std"));
  ET_ASSIGN(const double mean_value, json::as_double(mean, "mean"));
  ET_ASSIGN(const double std_value, json::as_double(std, "std"));
  std::vector<float> values(static_cast<size_t>(array.numel()));
  FillSequence(name, mean_value, std_value).next(values);
  array.bytes.resize(values.size() * sizeof(float));
  std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return {};
}

Expected<InputValue> input_of(json::element tensor) {
  InputValue input{"golden input", {}, true};
  ET_ASSIGN(input.array.dtype, dtype_of(tensor));
  ET_ASSIGN(input.array.shape, shape_of(tensor));
  if (json::optional_member(tensor, "fill")) {
    ET_TRY(fill_array(tensor, input.array));
    return input;
  }
  ET_ASSIGN(const auto values, values_of(tensor));
  if (input.array.dtype == ScalarType::Float) {
    store<float>(values, input.array);
  } else if (input.array.dtype == ScalarType::Long) {
    store<int64_t>(values, input.array);
  } else {
    store<bool>(values, input.array);
  }
  return input;
}

Expected<ExpectedArray> output_of(json::element tensor) {
  ExpectedArray output;
  ET_ASSIGN(output.dtype, dtype_of(tensor));
  ET_ASSIGN(output.shape, shape_of(tensor));
  ET_ASSIGN(const int64_t step, json::int_member(tensor, "step"));
  output.step = static_cast<size_t>(step);
  ET_ASSIGN(const auto absmax, json::member(tensor, "absmax"));
  ET_ASSIGN(output.absmax, json::as_double(absmax, "absmax"));
  ET_ASSIGN(output.values, values_of(tensor));
  return output;
}

/// Dtypes are those of the float32 run; integers have no tolerance.
Expected<void> read_half_outputs(json::element root, Golden& golden) {
  ET_ASSIGN(const auto exact, json::array_member(root, "float64"));
  for (const json::element output : exact) {
    ET_ASSIGN(golden.half_outputs.emplace_back(), output_of(output));
  }
  ET_ASSIGN(const auto errors, json::array_member(root, "float16_error"));
  size_t i = 0;
  for (const json::element element : errors) {
    ET_ASSIGN(const double error, json::as_double(element, "float16_error"));
    ExpectedArray& output = golden.half_outputs[i];
    output.dtype = golden.outputs[i].dtype;
    if (output.dtype == ScalarType::Float) {
      output.tolerance =
          Tolerance{0, 0, std::max(2 * error, 1e-3 * output.absmax)};
    }
    ++i;
  }
  return {};
}

}  // namespace

Expected<Golden> read_golden(const std::string& model) {
  const std::string path = fixture("zoo/" + model + "/golden.json");
  simdjson::dom::parser parser;
  json::element root;
  if (parser.load(path).get(root) != simdjson::SUCCESS) {
    return fail(path + ": not JSON");
  }
  Golden golden;
  ET_ASSIGN(const auto inputs, json::array_member(root, "inputs"));
  for (const json::element input : inputs) {
    ET_ASSIGN(golden.inputs.emplace_back(), input_of(input));
  }
  ET_ASSIGN(const auto outputs, json::array_member(root, "outputs"));
  for (const json::element output : outputs) {
    ET_ASSIGN(golden.outputs.emplace_back(), output_of(output));
  }
  ET_TRY(read_half_outputs(root, golden));
  return golden;
}

std::vector<std::string> zoo_models() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(fixture("zoo"))) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace rushlight::test
