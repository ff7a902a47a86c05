#include <executorch/exir/ir/parser.h>

#include <executorch/exir/ir/arguments.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/ops/sizes.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

namespace executorch::exir {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.' || c == ':';
}

class LineParser {
 public:
  LineParser(Graph& graph, std::map<std::string, Value*>& values,
             std::map<std::string, SymRange>& symbols)
      : graph_(graph), values_(values), symbols_(symbols) {}

  Expected<void> parse(std::string_view line) {
    rest_ = line;
    if (take("symbol ")) {
      return parse_symbol();
    }
    if (take("constant ")) {
      return parse_constant(Value::Kind::kConstant);
    }
    if (take("buffer ")) {
      return parse_constant(Value::Kind::kMutableBuffer);
    }
    if (take("input ")) {
      ET_ASSIGN(const auto definition, parse_definition());
      return define(definition.first,
                    graph_.add_input(definition.first, definition.second));
    }
    if (take("output ")) {
      ET_ASSIGN(Argument value, parse_argument());
      graph_.outputs().push_back(
          {GraphOutput::Kind::kUser, std::move(value), nullptr});
      return {};
    }
    if (take("mutate ")) {
      return parse_mutation();
    }
    return parse_node();
  }

 private:
  void skip_spaces() {
    while (!rest_.empty() && rest_.front() == ' ') {
      rest_.remove_prefix(1);
    }
  }

  bool take(std::string_view token) {
    skip_spaces();
    if (!rest_.starts_with(token)) {
      return false;
    }
    rest_.remove_prefix(token.size());
    return true;
  }

  Expected<void> expect(std::string_view token) {
    return take(token) ? Expected<void>()
                       : fail(fmt::format("expected \"{}\" before \"{}\"",
                                          token, rest_));
  }

  std::string word() {
    skip_spaces();
    size_t end = 0;
    while (end < rest_.size() && is_word(rest_[end])) {
      ++end;
    }
    const std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return text;
  }

  Expected<int64_t> integer() {
    skip_spaces();
    int64_t value = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) {
      return fail(fmt::format("expected an integer before \"{}\"", rest_));
    }
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    return value;
  }

  Expected<void> parse_symbol() {
    const std::string name = word();
    SymRange range;
    ET_TRY(expect("in"));
    ET_TRY(expect("["));
    ET_ASSIGN(range.min, integer());
    ET_TRY(expect(","));
    if (!take("inf")) {
      ET_ASSIGN(range.max, integer());
    }
    symbols_[name] = range;
    return expect("]");
  }

  Expected<SymInt> sym_term() {
    skip_spaces();
    if (!rest_.empty() &&
        (std::isdigit(static_cast<unsigned char>(rest_.front())) != 0 ||
         rest_.front() == '-')) {
      ET_ASSIGN(const int64_t value, integer());
      return SymInt(value);
    }
    const std::string name = word();
    if (take("(")) {
      ET_ASSIGN(const SymInt a, sym_expression());
      ET_TRY(expect(","));
      ET_ASSIGN(const SymInt b, sym_expression());
      ET_TRY(expect(")"));
      if (name == "floordiv") {
        return floor_div(a, b);
      }
      if (name == "mod") {
        return floor_mod(a, b);
      }
      if (name == "min" || name == "max") {
        return name == "min" ? dim_min(a, b) : dim_max(a, b);
      }
      return fail(fmt::format("size function {} is not known", name));
    }
    const auto found = symbols_.find(name);
    if (found == symbols_.end()) {
      return fail(fmt::format("size {} is not a symbol", name));
    }
    return SymInt::symbol(name, found->second);
  }

  Expected<SymInt> sym_product() {
    ET_ASSIGN(SymInt value, sym_term());
    while (take("*")) {
      ET_ASSIGN(const SymInt factor, sym_term());
      value = value * factor;
    }
    return value;
  }

  Expected<SymInt> sym_expression() {
    ET_ASSIGN(SymInt value, sym_product());
    while (take("+")) {
      ET_ASSIGN(const SymInt term, sym_product());
      value = value + term;
    }
    return value;
  }

  Expected<ValueSpec> parse_spec() {
    const std::string name = word();
    if (name == "int" && take("(")) {
      ET_ASSIGN(SymInt value, sym_expression());
      ET_TRY(expect(")"));
      return ScalarSpec{ScalarSpec::Kind::kInt, value, 0};
    }
    if (name == "bool" && !rest_.starts_with("[")) {
      return ScalarSpec{ScalarSpec::Kind::kBool, SymInt(0), 0};
    }
    const auto dtype = dtype_from_name(name);
    if (!dtype) {
      return fail(fmt::format("type {} is not known", name));
    }
    TensorSpec spec{*dtype, {}};
    ET_TRY(expect("["));
    while (!take("]")) {
      ET_ASSIGN(spec.sizes.emplace_back(), sym_expression());
      take(",");
      if (rest_.empty()) {
        return fail("expected \"]\"");
      }
    }
    return spec;
  }

  Expected<std::pair<std::string, ValueSpec>> parse_definition() {
    ET_TRY(expect("%"));
    std::string name = word();
    if (name.ends_with(':')) {
      name.pop_back();
    } else {
      ET_TRY(expect(":"));
    }
    ET_ASSIGN(ValueSpec spec, parse_spec());
    return std::pair(std::move(name), std::move(spec));
  }

  Expected<void> define(const std::string& name, Value* value) {
    if (!values_.emplace(name, value).second) {
      return fail(fmt::format("%{} is defined twice", name));
    }
    return {};
  }

  Expected<void> parse_constant(Value::Kind kind) {
    ET_ASSIGN(const auto definition, parse_definition());
    const auto* spec = std::get_if<TensorSpec>(&definition.second);
    const auto nbytes = spec == nullptr ? std::nullopt : spec->max_nbytes();
    if (!nbytes) {
      return fail("a constant is a tensor of known size");
    }
    auto bytes = std::make_shared<std::vector<std::byte>>(
        static_cast<size_t>(*nbytes));
    if (take("=")) {
      ET_TRY(parse_data(*spec, *bytes));
    }
    Value* value = graph_.add_constant(definition.first, *spec,
                                       {*bytes, bytes, false}, kind);
    value->fqn = definition.first;
    return define(definition.first, value);
  }

  Expected<void> parse_data(const TensorSpec& spec,
                            std::vector<std::byte>& bytes) {
    ET_TRY(expect("["));
    const size_t width = runtime::elementSize(spec.dtype);
    for (size_t at = 0; at < bytes.size(); at += width) {
      ET_ASSIGN(const double number, parse_number());
      if (spec.dtype == ScalarType::Float) {
        const auto value = static_cast<float>(number);
        std::memcpy(bytes.data() + at, &value, width);
      } else if (spec.dtype == ScalarType::Long) {
        const auto value = static_cast<int64_t>(number);
        std::memcpy(bytes.data() + at, &value, width);
      } else {
        return fail("values are given for f32 and i64 only");
      }
      take(",");
    }
    return expect("]");
  }

  Expected<double> parse_number() {
    skip_spaces();
    double value = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) {
      return fail(fmt::format("expected a number before \"{}\"", rest_));
    }
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    return value;
  }

  Expected<Value*> parse_value() {
    ET_TRY(expect("%"));
    const std::string name = word();
    const auto found = values_.find(name);
    if (found == values_.end()) {
      return fail(fmt::format("%{} is not defined", name));
    }
    return found->second;
  }

  Expected<void> parse_mutation() {
    ET_ASSIGN(Value * target, parse_value());
    ET_TRY(expect("="));
    ET_ASSIGN(Value * value, parse_value());
    graph_.outputs().push_back(
        {target->kind == Value::Kind::kUserInput
             ? GraphOutput::Kind::kInputMutation
             : GraphOutput::Kind::kBufferMutation,
         value, target});
    return {};
  }

  /// Whether the next number has a point, an exponent, or is inf or nan.
  bool next_is_float() {
    skip_spaces();
    const size_t end = rest_.find_first_of(",)] ");
    const std::string_view text = rest_.substr(0, end);
    const bool numeric =
        !text.empty() &&
        text.find_first_not_of("0123456789+-.einfa") == std::string_view::npos;
    return numeric && (text.find_first_of(".") != std::string_view::npos ||
                       text == "inf" || text == "-inf" || text == "nan" ||
                       text.find("e-") != std::string_view::npos);
  }

  Expected<Argument> parse_argument() {
    skip_spaces();
    if (take("none")) {
      return Argument(std::monostate{});
    }
    if (take("true")) {
      return Argument(true);
    }
    if (take("false")) {
      return Argument(false);
    }
    if (rest_.starts_with("%")) {
      ET_ASSIGN(Value * value, parse_value());
      return Argument(value);
    }
    if (take("\"")) {
      const size_t end = std::min(rest_.find('"'), rest_.size());
      std::string text(rest_.substr(0, end));
      rest_.remove_prefix(end);
      ET_TRY(expect("\""));
      return Argument(std::move(text));
    }
    if (take("format(")) {
      ET_ASSIGN(const int64_t number, integer());
      ET_TRY(expect(")"));
      return Argument(static_cast<MemoryFormat>(number));
    }
    if (take("[")) {
      return parse_list();
    }
    if (next_is_float()) {
      ET_ASSIGN(const double number, parse_number());
      return Argument(number);
    }
    return parse_dtype_or_int();
  }

  Expected<Argument> parse_dtype_or_int() {
    const std::string_view before = rest_;
    const auto dtype = dtype_from_name(word());
    if (dtype) {
      return Argument(*dtype);
    }
    rest_ = before;
    ET_ASSIGN(SymInt value, sym_expression());
    return Argument(std::move(value));
  }

  Expected<Argument> parse_list() {
    std::vector<Argument> items;
    while (!take("]")) {
      ET_ASSIGN(items.emplace_back(), parse_argument());
      take(",");
      if (rest_.empty()) {
        return fail("expected \"]\"");
      }
    }
    if (items.empty()) {
      return Argument(std::vector<SymInt>{});
    }
    const bool holds_values =
        std::holds_alternative<Value*>(items[0]) ||
        std::holds_alternative<std::monostate>(items[0]);
    if (holds_values) {
      return list_of<Value*>(items);
    }
    if (std::holds_alternative<double>(items[0])) {
      return list_of<double>(items);
    }
    return std::holds_alternative<bool>(items[0]) ? list_of<bool>(items)
                                                  : list_of<SymInt>(items);
  }

  template <class T>
  static Expected<Argument> list_of(const std::vector<Argument>& items) {
    std::vector<T> list;
    for (const Argument& item : items) {
      if (std::holds_alternative<T>(item)) {
        list.push_back(std::get<T>(item));
      } else if (std::holds_alternative<std::monostate>(item)) {
        list.push_back(T{});
      } else {
        return fail("a list holds values of different kinds");
      }
    }
    return Argument(std::move(list));
  }

  Expected<void> parse_node() {
    std::vector<std::string> names;
    std::vector<ValueSpec> specs;
    while (rest_.starts_with("%") || rest_.starts_with(" %")) {
      ET_ASSIGN(auto definition, parse_definition());
      names.push_back(std::move(definition.first));
      specs.push_back(std::move(definition.second));
      take(",");
      skip_spaces();
    }
    if (!names.empty()) {
      ET_TRY(expect("="));
    }
    const std::string name = word();
    const OpInfo* op = find_op(name);
    op = op == nullptr ? find_in_place_op(name) : op;
    if (op == nullptr) {
      return fail(fmt::format("operator {} is not known", name));
    }
    ET_ASSIGN(auto args, parse_args(*op));
    Node* node = graph_.insert(nullptr, *op, std::move(args), {}, nullptr, "");
    for (size_t i = 0; i < names.size(); ++i) {
      graph_.set_outputs(node, {std::move(specs[i])}, names[i]);
      ET_TRY(define(names[i], node->output(i)));
    }
    return {};
  }

  Expected<std::vector<Argument>> parse_args(const OpInfo& op) {
    const auto& params = op.schema.params;
    std::vector<Argument> args;
    ET_TRY(expect("("));
    while (!take(")")) {
      if (args.size() == params.size()) {
        return fail(fmt::format("more than {} arguments", params.size()));
      }
      ET_ASSIGN(Argument value, parse_argument());
      ET_ASSIGN(value, fit_argument(params[args.size()], std::move(value)));
      args.push_back(std::move(value));
      take(",");
      if (rest_.empty()) {
        return fail("expected \")\"");
      }
    }
    while (args.size() < params.size()) {
      ET_ASSIGN(args.emplace_back(), default_argument(params[args.size()]));
    }
    return args;
  }

  Graph& graph_;
  std::map<std::string, Value*>& values_;
  std::map<std::string, SymRange>& symbols_;
  std::string_view rest_;
};

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, line.find("//"));
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

Expected<std::unique_ptr<Graph>> parse_graph(std::string_view text) {
  auto graph = std::make_unique<Graph>();
  std::map<std::string, Value*> values;
  std::map<std::string, SymRange> symbols;
  LineParser parser(*graph, values, symbols);
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_comment(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(' ') == std::string_view::npos) {
      continue;
    }
    const auto parsed = parser.parse(line);
    if (!parsed) {
      return fail(fmt::format("line {}: {}", number, parsed.error().message));
    }
  }
  return graph;
}

}  // namespace executorch::exir
