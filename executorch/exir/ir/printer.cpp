#include <executorch/exir/ir/printer.h>

#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <utility>

namespace executorch::exir {
namespace {

constexpr std::array<std::pair<ScalarType, std::string_view>, 10> kDtypeNames{{
    {ScalarType::Byte, "u8"},
    {ScalarType::Char, "i8"},
    {ScalarType::Short, "i16"},
    {ScalarType::Int, "i32"},
    {ScalarType::Long, "i64"},
    {ScalarType::Half, "f16"},
    {ScalarType::Float, "f32"},
    {ScalarType::Double, "f64"},
    {ScalarType::Bool, "bool"},
    {ScalarType::BFloat16, "bf16"},
}};

template <class List, class Print>
std::string bracketed(const List& list, const Print& print) {
  std::string text = "[";
  for (const auto& item : list) {
    text += (text.size() > 1 ? ", " : "") + print(item);
  }
  return text + "]";
}

std::string print_value(const Value* value) {
  return value == nullptr ? "none" : "%" + value->name;
}

std::string print_double(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
}

struct ArgumentPrinter {
  std::string operator()(std::monostate) const { return "none"; }
  std::string operator()(Value* value) const { return print_value(value); }
  std::string operator()(const SymInt& value) const { return value.str(); }
  std::string operator()(double value) const { return print_double(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& text) const {
    return "\"" + text + "\"";
  }
  std::string operator()(ScalarType dtype) const {
    return std::string(dtype_name(dtype));
  }
  std::string operator()(MemoryFormat format) const {
    return fmt::format("format({})", static_cast<int>(format));
  }
  std::string operator()(const std::vector<SymInt>& list) const {
    return bracketed(list, [](const SymInt& value) { return value.str(); });
  }
  std::string operator()(const std::vector<double>& list) const {
    return bracketed(list, print_double);
  }
  std::string operator()(const std::vector<bool>& list) const {
    return bracketed(list, [](bool b) {
      return std::string(b ? "true" : "false");
    });
  }
  std::string operator()(const std::vector<Value*>& list) const {
    return bracketed(list, print_value);
  }
};

std::string print_spec(const ValueSpec& spec) {
  return std::visit([](const auto& s) { return s.str(); }, spec);
}

std::string print_definition(const Value& value) {
  return "%" + value.name + ": " + print_spec(value.spec);
}

std::string print_symbols(const Graph& graph) {
  std::vector<std::string> lines;
  std::vector<std::string> seen;
  for (const Value* input : graph.inputs()) {
    if (!input->is_tensor()) {
      continue;
    }
    for (const SymInt& size : input->sizes()) {
      const auto symbol = size.as_symbol();
      if (symbol && std::find(seen.begin(), seen.end(), *symbol) == seen.end()) {
        const SymRange range = size.range();
        seen.push_back(*symbol);
        lines.push_back(fmt::format(
            "symbol {} in [{}, {}]\n", *symbol, range.min,
            range.max ? std::to_string(*range.max) : "inf"));
      }
    }
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

}  // namespace

std::string_view dtype_name(ScalarType dtype) {
  for (const auto& [type, name] : kDtypeNames) {
    if (type == dtype) {
      return name;
    }
  }
  return "?";
}

std::optional<ScalarType> dtype_from_name(std::string_view name) {
  for (const auto& [type, text] : kDtypeNames) {
    if (text == name) {
      return type;
    }
  }
  return std::nullopt;
}

std::string TensorSpec::str() const {
  std::string text = std::string(dtype_name(dtype)) +
         bracketed(sizes, [](const SymInt& size) { return size.str(); });
  return dim_order.empty()
             ? text
             : fmt::format("{} in order ({})", text, fmt::join(dim_order, ", "));
}

std::string ScalarSpec::str() const {
  switch (kind) {
    case Kind::kInt:
      return "int(" + sym.str() + ")";
    case Kind::kFloat:
      return "float";
    case Kind::kBool:
      return "bool";
    case Kind::kString:
      return "str";
    case Kind::kNone:
      break;
  }
  return "none";
}

std::string print_node(const Node& node) {
  std::string text;
  for (const Value* output : node.outputs()) {
    text += (text.empty() ? "" : ", ") + print_definition(*output);
  }
  text += (text.empty() ? "" : " = ") + node.op().schema.qualified_name() + "(";
  for (size_t i = 0; i < node.args().size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::visit(ArgumentPrinter{}, node.args()[i]);
  }
  return text + ")";
}

std::string print_graph(const Graph& graph) {
  std::string text = print_symbols(graph);
  for (const Value* constant : graph.constants()) {
    text += (constant->is_constant() ? "constant " : "buffer ") +
            print_definition(*constant) + "\n";
  }
  for (const Value* input : graph.inputs()) {
    text += "input " + print_definition(*input) + "\n";
  }
  for (const auto& node : graph.nodes()) {
    text += print_node(*node) + "\n";
  }
  for (const GraphOutput& output : graph.outputs()) {
    const std::string value = std::visit(ArgumentPrinter{}, output.value);
    text += output.kind == GraphOutput::Kind::kUser
                ? "output " + value + "\n"
                : "mutate " + print_value(output.target) + " = " + value + "\n";
  }
  return text;
}

}  // namespace executorch::exir
