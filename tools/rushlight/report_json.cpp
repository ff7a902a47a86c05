#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program_report.h"

namespace rushlight {
namespace {

/// JSON string; the names of a damaged file may hold any bytes.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string quoted_list(const std::vector<std::string>& list) {
  std::vector<std::string> items;
  for (const std::string& item : list) {
    items.push_back(quoted(item));
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string method_json(const MethodReport& method) {
  std::vector<std::string> operators;
  for (const auto& [name, count] : method.operators) {
    operators.push_back(fmt::format("{}: {}", quoted(name), count));
  }
  return fmt::format(
      "{{\"name\": {}, \"inputs\": {}, \"outputs\": {}, \"operators\": "
      "{{{}}}, \"delegates\": {}, \"external_constants\": {}, "
      "\"non_const_buffer_sizes\": [{}]}}",
      quoted(method.name), quoted_list(method.inputs),
      quoted_list(method.outputs), fmt::join(operators, ", "),
      quoted_list(method.delegates), quoted_list(method.external_constants),
      fmt::join(method.planned_nbytes, ", "));
}

}  // namespace

std::string to_json(const Report& report) {
  std::vector<std::string> methods;
  for (const MethodReport& method : report.methods) {
    methods.push_back(method_json(method));
  }
  std::vector<std::string> segments;
  for (const SegmentReport& segment : report.segments) {
    segments.push_back(
        fmt::format("{{\"kind\": {}, \"offset\": {}, \"size\": {}}}",
                    quoted(segment.kind), segment.offset, segment.nbytes));
  }
  std::vector<std::string> data;
  for (const NamedDataReport& entry : report.data) {
    data.push_back(
        fmt::format("{{\"name\": {}, \"layout\": {}, \"nbytes\": {}}}",
                    quoted(entry.name), quoted(entry.layout), entry.nbytes));
  }
  return fmt::format(
      "{{\"format\": {}, \"constant_nbytes\": {}, \"methods\": [{}], "
      "\"segments\": [{}], \"data\": [{}]}}\n",
      quoted(report.format), report.constant_nbytes, fmt::join(methods, ", "),
      fmt::join(segments, ", "), fmt::join(data, ", "));
}

}  // namespace rushlight
