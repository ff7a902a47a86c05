#include <executorch/ops/schema.h>

#include <algorithm>
#include <array>
#include <utility>

namespace executorch::ops {
namespace {

constexpr std::array<std::pair<std::string_view, BaseType>, 11> kBaseTypes{{
    {"Tensor", BaseType::kTensor},
    {"int", BaseType::kInt},
    {"SymInt", BaseType::kSymInt},
    {"float", BaseType::kFloat},
    {"bool", BaseType::kBool},
    {"str", BaseType::kStr},
    {"Scalar", BaseType::kScalar},
    {"ScalarType", BaseType::kScalarType},
    {"MemoryFormat", BaseType::kMemoryFormat},
    {"Layout", BaseType::kLayout},
    {"Device", BaseType::kDevice},
}};

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool take(std::string_view token) {
    skip_spaces();
    if (text_.substr(0, token.size()) != token) {
      return false;
    }
    text_.remove_prefix(token.size());
    return true;
  }

  std::string_view word() {
    skip_spaces();
    const size_t end = text_.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return take_prefix(end);
  }

  /// Text of a default: up to the comma or bracket that ends the parameter.
  std::string_view default_text() {
    int depth = 0;
    size_t end = 0;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      if (depth == 0 && (c == ',' || c == ')')) {
        break;
      }
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    }
    return take_prefix(end);
  }

  bool at_end() {
    skip_spaces();
    return text_.empty();
  }

 private:
  void skip_spaces() {
    while (!text_.empty() && text_.front() == ' ') {
      text_.remove_prefix(1);
    }
  }

  std::string_view take_prefix(size_t end) {
    end = std::min(end, text_.size());
    const std::string_view prefix = text_.substr(0, end);
    text_.remove_prefix(end);
    return prefix;
  }

  std::string_view text_;
};

bool parse_list_marks(Cursor& in, ParamType& type) {
  if (in.take("[")) {
    type.elements_optional = type.is_optional;
    type.is_optional = false;
    type.is_list = true;
    for (const char digit : in.word()) {
      type.list_size = type.list_size * 10 + static_cast<size_t>(digit - '0');
    }
    if (!in.take("]")) {
      return false;
    }
    type.is_optional = in.take("?");
  }
  return true;
}

std::optional<ParamType> parse_type(Cursor& in) {
  ParamType type;
  const std::string_view base = in.word();
  const auto* row =
      std::find_if(kBaseTypes.begin(), kBaseTypes.end(),
                   [&](const auto& entry) { return entry.first == base; });
  if (row == kBaseTypes.end()) {
    return std::nullopt;
  }
  type.base = row->second;
  if (in.take("(")) {
    in.word();
    type.is_alias = true;
    type.is_mutated = in.take("!");
    if (!in.take(")")) {
      return std::nullopt;
    }
  }
  type.is_optional = in.take("?");
  if (!parse_list_marks(in, type)) {
    return std::nullopt;
  }
  return type;
}

bool parse_params(Cursor& in, Schema& schema) {
  bool keyword_only = false;
  while (!in.take(")")) {
    if (in.take("*")) {
      keyword_only = true;
    } else {
      const auto type = parse_type(in);
      if (!type) {
        return false;
      }
      Param param{*type, std::string(in.word()), std::nullopt, keyword_only};
      if (in.take("=")) {
        param.default_text = std::string(in.default_text());
      }
      schema.params.push_back(std::move(param));
    }
    in.take(",");
    if (in.at_end()) {
      return false;
    }
  }
  return true;
}

bool parse_returns(Cursor& in, Schema& schema) {
  if (!in.take("->")) {
    return false;
  }
  const bool tuple = in.take("(");
  while (!(tuple && in.take(")"))) {
    const auto type = parse_type(in);
    if (!type) {
      return false;
    }
    schema.returns.push_back(*type);
    in.word();
    if (!tuple) {
      break;
    }
    in.take(",");
  }
  return in.at_end();
}

}  // namespace

std::string Schema::qualified_name() const {
  const std::string base = ns + "::" + name;
  return overload.empty() ? base : base + "." + overload;
}

std::optional<size_t> Schema::param_index(std::string_view param_name) const {
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].name == param_name) {
      return i;
    }
  }
  return std::nullopt;
}

bool Schema::is_dropped_in_out_form(size_t param) const {
  const bool is_factory = param_index("layout") && param_index("device") &&
                          param_index("pin_memory");
  const std::string& param_name = params[param].name;
  return is_factory && (param_name == "dtype" || param_name == "layout" ||
                        param_name == "device" || param_name == "pin_memory");
}

std::optional<Schema> parse_schema(std::string_view text) {
  Cursor in(text);
  Schema schema;
  schema.ns = in.word();
  if (!in.take("::")) {
    return std::nullopt;
  }
  schema.name = in.word();
  if (in.take(".")) {
    schema.overload = in.word();
  }
  if (schema.name.empty() || !in.take("(") || !parse_params(in, schema) ||
      !parse_returns(in, schema)) {
    return std::nullopt;
  }
  return schema;
}

}  // namespace executorch::ops
