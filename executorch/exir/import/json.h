#pragma once

#include <executorch/exir/ir/diagnostic.h>
#include <simdjson.h>

#include <cstdint>
#include <string_view>

/// \file
/// Typed reads of a JSON document that fail with the field's name.
namespace executorch::exir::json {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

/// Parses a document; the elements live as long as `parser`. Bare NaN and
/// Infinity, which older exports write, are read as their quoted forms.
Expected<element> parse(simdjson::dom::parser& parser, std::string_view text,
                        std::string_view what);

/// The member `name` of an object; fails if `parent` is none or lacks it.
Expected<element> member(element parent, std::string_view name);
/// The member, or nothing where it is absent or null.
std::optional<element> optional_member(element parent, std::string_view name);

Expected<object> as_object(element value, std::string_view what);
Expected<array> as_array(element value, std::string_view what);
Expected<std::string_view> as_string(element value, std::string_view what);
Expected<int64_t> as_int(element value, std::string_view what);
Expected<bool> as_bool(element value, std::string_view what);
/// Also reads "Infinity", "-Infinity" and "NaN", as the export writes them.
Expected<double> as_double(element value, std::string_view what);

/// member + as_…, for the common case.
Expected<array> array_member(element parent, std::string_view name);
Expected<object> object_member(element parent, std::string_view name);
Expected<std::string_view> string_member(element parent, std::string_view name);
Expected<int64_t> int_member(element parent, std::string_view name);

/// An object with exactly one member, the form of the export's unions.
struct Tagged {
  std::string_view tag;
  element value;
};
Expected<Tagged> tagged(element value, std::string_view what);

}  // namespace executorch::exir::json
