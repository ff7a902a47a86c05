#include <executorch/exir/ir/arguments.h>

#include <fmt/format.h>

#include <charconv>

namespace executorch::exir {
namespace {

using ops::BaseType;

constexpr const char* kKindNames[] = {
    "none",   "a tensor",     "an int",        "a float",
    "a bool", "a string",     "a dtype",       "a memory format",
    "ints",   "floats",       "bools",         "tensors"};

bool is_int(BaseType base) {
  return base == BaseType::kInt || base == BaseType::kSymInt;
}

template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

/// "[-2, -1]".
std::optional<Argument> parse_ints(std::string_view text) {
  std::vector<SymInt> values;
  text.remove_prefix(1);
  while (!text.empty() && text != "]") {
    const size_t end = text.find_first_of(",]");
    const auto value = parse_number<int64_t>(text.substr(0, end));
    if (!value || end == std::string_view::npos) {
      return std::nullopt;
    }
    values.emplace_back(*value);
    text.remove_prefix(text[end] == ',' ? end + 1 : end);
    while (!text.empty() && text.front() == ' ') {
      text.remove_prefix(1);
    }
  }
  return Argument(std::move(values));
}

std::optional<Argument> parse_default(std::string_view text) {
  if (text == "None") {
    return Argument(std::monostate{});
  }
  if (text == "True" || text == "False") {
    return Argument(text == "True");
  }
  if (!text.empty() && text.front() == '[') {
    return parse_ints(text);
  }
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"')) {
    return Argument(std::string(text.substr(1, text.size() - 2)));
  }
  if (const auto integer = parse_number<int64_t>(text)) {
    return Argument(SymInt(*integer));
  }
  if (const auto number = parse_number<double>(text)) {
    return Argument(*number);
  }
  return std::nullopt;
}

/// True for an integer, a float or a bool that the program computes.
bool is_number_value(const Argument& argument) {
  const auto* value = std::get_if<Value*>(&argument);
  return value != nullptr && *value != nullptr && !(*value)->is_tensor();
}

bool fits_scalar(BaseType base, const Argument& argument) {
  if (is_number_value(argument)) {
    return base == BaseType::kInt || base == BaseType::kSymInt ||
           base == BaseType::kFloat || base == BaseType::kBool ||
           base == BaseType::kScalar;
  }
  switch (base) {
    case BaseType::kTensor:
      return std::holds_alternative<Value*>(argument);
    case BaseType::kInt:
    case BaseType::kSymInt:
      return std::holds_alternative<SymInt>(argument);
    case BaseType::kFloat:
      return std::holds_alternative<double>(argument);
    case BaseType::kBool:
      return std::holds_alternative<bool>(argument);
    case BaseType::kScalar:
      return std::holds_alternative<SymInt>(argument) ||
             std::holds_alternative<double>(argument) ||
             std::holds_alternative<bool>(argument);
    case BaseType::kStr:
    case BaseType::kDevice:
      return std::holds_alternative<std::string>(argument);
    case BaseType::kScalarType:
      return std::holds_alternative<ScalarType>(argument);
    case BaseType::kMemoryFormat:
      return std::holds_alternative<MemoryFormat>(argument);
    case BaseType::kLayout:
      return std::holds_alternative<SymInt>(argument);
  }
  return false;
}

bool fits_list(const ops::ParamType& type, const Argument& argument) {
  if (type.base == BaseType::kTensor) {
    return std::holds_alternative<std::vector<Value*>>(argument);
  }
  if (is_int(type.base)) {
    return std::holds_alternative<std::vector<SymInt>>(argument);
  }
  if (type.base == BaseType::kScalar) {
    return std::holds_alternative<std::vector<double>>(argument) ||
           std::holds_alternative<std::vector<SymInt>>(argument);
  }
  return type.base == BaseType::kFloat
             ? std::holds_alternative<std::vector<double>>(argument)
             : std::holds_alternative<std::vector<bool>>(argument);
}

/// Conversions that ATen makes without a loss of meaning.
Argument convert(const ops::ParamType& type, Argument argument) {
  const auto* integer = std::get_if<SymInt>(&argument);
  if (type.is_list && type.list_size > 0 && is_int(type.base) &&
      integer != nullptr) {
    return std::vector<SymInt>(type.list_size, *integer);
  }
  if (!type.is_list && type.base == BaseType::kMemoryFormat &&
      integer != nullptr && integer->constant()) {
    return static_cast<MemoryFormat>(*integer->constant());
  }
  if (!type.is_list && type.base == BaseType::kFloat && integer != nullptr &&
      integer->constant()) {
    return static_cast<double>(*integer->constant());
  }
  const auto* ints = std::get_if<std::vector<SymInt>>(&argument);
  if (type.is_list && ints != nullptr && ints->empty()) {
    if (type.base == BaseType::kFloat) {
      return std::vector<double>{};
    }
    if (type.base == BaseType::kTensor) {
      return std::vector<Value*>{};
    }
  }
  return argument;
}

}  // namespace

std::string type_text(const ops::ParamType& type) {
  constexpr const char* kNames[] = {"Tensor", "int",    "SymInt",
                                    "float",  "bool",   "str",
                                    "Scalar", "ScalarType", "MemoryFormat",
                                    "Layout", "Device"};
  std::string text = kNames[static_cast<size_t>(type.base)];
  if (type.is_list) {
    text += type.elements_optional ? "?[" : "[";
    text += type.list_size > 0 ? std::to_string(type.list_size) + "]" : "]";
  }
  return text + (type.is_optional ? "?" : "");
}

Expected<Argument> default_argument(const ops::Param& param) {
  if (!param.default_text) {
    return fail(fmt::format("argument {} is missing, expected {}", param.name,
                            type_text(param.type)));
  }
  auto parsed = parse_default(*param.default_text);
  if (!parsed) {
    return fail(fmt::format("default of argument {} is {}, expected {}",
                            param.name, *param.default_text,
                            type_text(param.type)));
  }
  const auto* number = std::get_if<SymInt>(&*parsed);
  if (param.type.base == ops::BaseType::kScalarType && number != nullptr) {
    // Custom operators' schemas print dtypes as the numbers of ScalarType.
    return static_cast<ScalarType>(number->constant().value_or(0));
  }
  return fit_argument(param, *std::move(parsed));
}

Expected<Argument> fit_argument(const ops::Param& param, Argument argument) {
  const ops::ParamType& type = param.type;
  argument = convert(type, std::move(argument));
  if (std::holds_alternative<std::monostate>(argument)) {
    if (type.is_optional) {
      return argument;
    }
  } else if (type.is_list ? fits_list(type, argument)
                          : fits_scalar(type.base, argument)) {
    return argument;
  }
  return fail(fmt::format("argument {} is {}, expected {}", param.name,
                          kKindNames[argument.index()], type_text(type)));
}

}  // namespace executorch::exir
