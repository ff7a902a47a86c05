#include <executorch/exir/ir/diagnostic.h>

#include <fmt/format.h>

#include <string_view>

namespace executorch::exir {
namespace {

std::string_view trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first);
}

std::string_view next_line(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

std::string SourceLocation::innermost_frame() const {
  const size_t at = stack_trace.rfind("File \"");
  if (at == std::string::npos) {
    return {};
  }
  std::string_view rest = std::string_view(stack_trace).substr(at + 6);
  std::string_view head = next_line(rest);
  const std::string_view code = trim(next_line(rest));
  const size_t quote = head.find('"');
  if (quote == std::string_view::npos) {
    return {};
  }
  const std::string_view file = head.substr(0, quote);
  head.remove_prefix(quote);
  const size_t line_at = head.find("line ");
  const size_t in_at = head.find(", in ");
  if (line_at == std::string_view::npos || in_at == std::string_view::npos ||
      in_at < line_at) {
    return std::string(file);
  }
  return fmt::format("{}:{} in {}{}{}", file,
                     head.substr(line_at + 5, in_at - line_at - 5),
                     head.substr(in_at + 5), code.empty() ? "" : ": ", code);
}

std::string Diagnostic::str() const {
  std::string text = "error: " + message;
  if (!node.empty() || !pass.empty()) {
    text += "\n ";
    text += node.empty() ? "" : " node " + node;
    text += pass.empty() ? "" : "   pass: " + pass;
  }
  if (location != nullptr) {
    const std::string frame = location->innermost_frame();
    if (!frame.empty()) {
      text += "\n  at " + frame;
    }
    if (!location->module_path.empty()) {
      text += "\n  in module " + location->module_path;
    }
  }
  for (const std::string& note : notes) {
    text += "\n  note: " + note;
  }
  return text;
}

}  // namespace executorch::exir
