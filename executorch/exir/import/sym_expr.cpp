#include <executorch/exir/import/sym_expr.h>

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace executorch::exir {
namespace {

constexpr int kMaxDepth = 100;

class ExprParser {
 public:
  ExprParser(std::string_view text, const SymbolRanges& ranges)
      : whole_(text), rest_(text), ranges_(ranges) {}

  Expected<SymInt> parse_all() {
    ET_ASSIGN(SymInt value, parse(0));
    skip_spaces();
    if (!rest_.empty()) {
      return bad("text after the expression");
    }
    return value;
  }

 private:
  tl::unexpected<Diagnostic> bad(std::string_view why) const {
    return fail(fmt::format("size expression \"{}\": {}", whole_, why));
  }

  void skip_spaces() {
    while (!rest_.empty() && rest_.front() == ' ') {
      rest_.remove_prefix(1);
    }
  }

  bool take(char c) {
    skip_spaces();
    if (rest_.empty() || rest_.front() != c) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view take_until(std::string_view stops) {
    const size_t end = std::min(rest_.find_first_of(stops), rest_.size());
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return text;
  }

  Expected<SymInt> parse(int depth) {
    if (depth > kMaxDepth) {
      return bad("nested too deeply");
    }
    skip_spaces();
    const std::string_view word = take_until("(),' ");
    if (!take('(')) {
      return is_name(word) ? symbol(word) : parse_integer(word);
    }
    if (word == "Integer") {
      ET_ASSIGN(SymInt value, parse_integer(take_until(")")));
      return take(')') ? Expected<SymInt>(value) : bad("missing bracket");
    }
    if (word == "Symbol") {
      return parse_symbol();
    }
    if (word == "TruncToInt" || word == "FloorToInt" || word == "CeilToInt") {
      return parse_rounded_quotient(word, depth);
    }
    std::vector<SymInt> operands;
    do {
      ET_ASSIGN(SymInt operand, parse(depth + 1));
      operands.push_back(std::move(operand));
    } while (take(','));
    return take(')') ? apply(word, operands) : bad("missing bracket");
  }

  /// `TruncToInt(IntTrueDiv(a, b))`: a quotient of sizes, which are not
  /// negative, rounded to an integer.
  Expected<SymInt> parse_rounded_quotient(std::string_view rounding,
                                          int depth) {
    skip_spaces();
    const std::string_view word = take_until("(),' ");
    if (word != "IntTrueDiv" || !take('(')) {
      return bad(fmt::format("{} of something other than IntTrueDiv",
                             rounding));
    }
    ET_ASSIGN(const SymInt a, parse(depth + 2));
    if (!take(',')) {
      return bad("missing comma");
    }
    ET_ASSIGN(const SymInt b, parse(depth + 2));
    if (!take(')') || !take(')')) {
      return bad("missing bracket");
    }
    if (b.range().min <= 0 || a.range().min < 0) {
      return bad("quotient of numbers that may be negative or zero");
    }
    return rounding == "CeilToInt" ? floor_div(a + b - SymInt(1), b)
                                   : floor_div(a, b);
  }

  Expected<SymInt> parse_integer(std::string_view text) {
    int64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || text.empty() ||
        end != text.data() + text.size()) {
      return bad(fmt::format("\"{}\" is no 64-bit integer", text));
    }
    return SymInt(value);
  }

  Expected<SymInt> parse_symbol() {
    if (!take('\'')) {
      return bad("symbol without a name");
    }
    const std::string_view name = take_until("'");
    take_until(")");
    if (name.empty() || !take(')')) {
      return bad("symbol without a name");
    }
    return symbol(name);
  }

  /// `s0`, as exports of schema 7 write a symbol.
  static bool is_name(std::string_view word) {
    return !word.empty() && (word[0] == 's' || word[0] == 'u') &&
           word.find_first_not_of("0123456789", 1) == std::string_view::npos &&
           word.size() > 1;
  }

  SymInt symbol(std::string_view text) const {
    const std::string name(text);
    const auto found = ranges_.find(name);
    if (found != ranges_.end() && found->second.max == found->second.min) {
      return SymInt(found->second.min);
    }
    return SymInt::symbol(
        name, found == ranges_.end() ? SymRange{0, std::nullopt}
                                     : found->second);
  }

  using Binary = SymInt (*)(const SymInt&, const SymInt&);

  /// Operations of any number of operands, taken from left to right.
  static Binary find_fold(std::string_view name) {
    if (name == "Add") {
      return [](const SymInt& a, const SymInt& b) { return a + b; };
    }
    if (name == "Mul") {
      return [](const SymInt& a, const SymInt& b) { return a * b; };
    }
    return name == "Max" ? dim_max : name == "Min" ? dim_min : nullptr;
  }

  Expected<SymInt> apply(std::string_view name,
                         const std::vector<SymInt>& operands) {
    if (const Binary fold = find_fold(name)) {
      SymInt value = operands[0];
      for (size_t i = 1; i < operands.size(); ++i) {
        value = fold(value, operands[i]);
      }
      return value;
    }
    if (operands.size() == 2) {
      if (name == "FloorDiv" || name == "CleanDiv") {
        return floor_div(operands[0], operands[1]);
      }
      if (name == "Mod" || name == "PythonMod") {
        return floor_mod(operands[0], operands[1]);
      }
      const auto exponent = operands[1].constant();
      if (name == "Pow" && exponent && *exponent >= 0 && *exponent <= 8) {
        SymInt value(1);
        for (int64_t i = 0; i < *exponent; ++i) {
          value = value * operands[0];
        }
        return value;
      }
    }
    return bad(fmt::format("function {} of {} operands is not known", name,
                           operands.size()));
  }

  std::string_view whole_;
  std::string_view rest_;
  const SymbolRanges& ranges_;
};

}  // namespace

Expected<SymInt> parse_sym_expr(std::string_view text,
                                const SymbolRanges& ranges) {
  return ExprParser(text, ranges).parse_all();
}

}  // namespace executorch::exir
