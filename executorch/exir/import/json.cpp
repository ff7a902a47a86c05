#include <executorch/exir/import/json.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace executorch::exir::json {
namespace {

template <class T>
Expected<T> typed(element value, std::string_view what, const char* expected) {
  T out{};
  if (value.get(out) != simdjson::SUCCESS) {
    return fail(fmt::format("field {} of the graph JSON is not {}", what,
                            expected));
  }
  return out;
}

/// Quotes the numbers that JSON does not have. Text in strings stays.
std::string quote_bare_numbers(std::string_view text) {
  static constexpr std::string_view kBare[] = {"NaN", "-Infinity", "Infinity"};
  std::string out;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\' && i + 1 < text.size()) {
      out += text[i++];
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      const auto* bare = std::find_if(
          std::begin(kBare), std::end(kBare), [&](std::string_view word) {
            return text.substr(i, word.size()) == word;
          });
      if (bare != std::end(kBare)) {
        out += fmt::format("\"{}\"", *bare);
        i += bare->size() - 1;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

}  // namespace

Expected<element> parse(simdjson::dom::parser& parser, std::string_view text,
                        std::string_view what) {
  element document;
  auto error = parser.parse(text.data(), text.size()).get(document);
  if (error != simdjson::SUCCESS) {
    error = parser.parse(quote_bare_numbers(text)).get(document);
  }
  if (error != simdjson::SUCCESS) {
    return fail(fmt::format("{}: {}", what, simdjson::error_message(error)));
  }
  return document;
}

Expected<element> member(element parent, std::string_view name) {
  object fields;
  element value;
  if (parent.get(fields) != simdjson::SUCCESS) {
    return fail(fmt::format("field {} is asked of something that is not an "
                            "object",
                            name));
  }
  if (fields.at_key(name).get(value) != simdjson::SUCCESS) {
    return fail(fmt::format("field {} is missing", name));
  }
  return value;
}

std::optional<element> optional_member(element parent, std::string_view name) {
  const auto value = member(parent, name);
  return value && !value->is_null() ? std::optional(*value) : std::nullopt;
}

Expected<object> as_object(element value, std::string_view what) {
  return typed<object>(value, what, "an object");
}

Expected<array> as_array(element value, std::string_view what) {
  return typed<array>(value, what, "a list");
}

Expected<std::string_view> as_string(element value, std::string_view what) {
  return typed<std::string_view>(value, what, "a string");
}

Expected<int64_t> as_int(element value, std::string_view what) {
  return typed<int64_t>(value, what, "a 64-bit integer");
}

Expected<bool> as_bool(element value, std::string_view what) {
  return typed<bool>(value, what, "a bool");
}

Expected<double> as_double(element value, std::string_view what) {
  std::string_view word;
  if (value.get(word) == simdjson::SUCCESS) {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    if (word == "Infinity" || word == "inf") {
      return kInf;
    }
    if (word == "-Infinity" || word == "-inf") {
      return -kInf;
    }
    if (word == "NaN" || word == "nan") {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }
  return typed<double>(value, what, "a number");
}

Expected<array> array_member(element parent, std::string_view name) {
  ET_ASSIGN(const element value, member(parent, name));
  return as_array(value, name);
}

Expected<object> object_member(element parent, std::string_view name) {
  ET_ASSIGN(const element value, member(parent, name));
  return as_object(value, name);
}

Expected<std::string_view> string_member(element parent,
                                         std::string_view name) {
  ET_ASSIGN(const element value, member(parent, name));
  return as_string(value, name);
}

Expected<int64_t> int_member(element parent, std::string_view name) {
  ET_ASSIGN(const element value, member(parent, name));
  return as_int(value, name);
}

Expected<Tagged> tagged(element value, std::string_view what) {
  ET_ASSIGN(const object fields, as_object(value, what));
  if (fields.size() != 1) {
    return fail(fmt::format("field {} has {} members, expected 1", what,
                            fields.size()));
  }
  const auto field = *fields.begin();
  return Tagged{field.key, field.value};
}

}  // namespace executorch::exir::json
