#include <executorch/exir/verify/symbols.h>

#include <executorch/exir/ir/printer.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace executorch::exir {
namespace {

SymInt substitute(const SymAtomPtr& atom, const Symbols& symbols) {
  if (atom->kind == SymAtom::Kind::kSymbol) {
    const auto found = symbols.find(atom->key);
    return found == symbols.end() ? SymInt::symbol(atom->key, atom->range)
                                  : SymInt(found->second);
  }
  const SymInt a = substitute(atom->operands[0], symbols);
  const SymInt b = substitute(atom->operands[1], symbols);
  switch (atom->kind) {
    case SymAtom::Kind::kFloorDiv:
      return floor_div(a, b);
    case SymAtom::Kind::kMod:
      return floor_mod(a, b);
    case SymAtom::Kind::kMin:
      return dim_min(a, b);
    default:
      return dim_max(a, b);
  }
}

/// The symbol of an expression of one symbol, from the expression's value.
std::optional<int64_t> solve(const SymInt& value, const std::string& symbol,
                             int64_t result) {
  const auto at = [&](int64_t number) {
    return substitute(value, {{symbol, number}}).constant();
  };
  const auto zero = at(0);
  const auto one = at(1);
  if (!zero || !one || *one == *zero) {
    return std::nullopt;
  }
  const int64_t guess = (result - *zero) / (*one - *zero);
  return at(guess) == result ? std::optional(guess) : std::nullopt;
}

/// A size or an integer of an input, and what it is.
struct Equation {
  size_t input = 0;
  SymInt expected;
  int64_t found = 0;
};

std::string describe(const HostValue& value) {
  if (const auto* tensor = std::get_if<HostTensor>(&value)) {
    return fmt::format("{}[{}]", dtype_name(tensor->dtype),
                       fmt::join(tensor->sizes, ", "));
  }
  return std::holds_alternative<std::monostate>(value) ? "None" : "a number";
}

Expected<void> collect(const Value& input, size_t index, const HostValue& value,
                       std::vector<Equation>& equations) {
  if (!input.is_tensor()) {
    const auto& spec = std::get<ScalarSpec>(input.spec);
    const auto* number = std::get_if<int64_t>(&value);
    if (number != nullptr && spec.kind == ScalarSpec::Kind::kInt) {
      equations.push_back({index, spec.sym, *number});
    }
    return {};
  }
  const auto* tensor = std::get_if<HostTensor>(&value);
  if (tensor == nullptr || tensor->dtype != input.dtype() ||
      tensor->sizes.size() != input.sizes().size()) {
    return fail(fmt::format("input {} is {}, expected {}", index,
                            describe(value), input.tensor().str()));
  }
  for (size_t d = 0; d < tensor->sizes.size(); ++d) {
    equations.push_back({index, input.sizes()[d], tensor->sizes[d]});
  }
  return {};
}

}  // namespace

SymInt substitute(const SymInt& value, const Symbols& symbols) {
  if (value.is_constant()) {
    return value;
  }
  SymInt sum;
  for (const auto& [key, term] : *value.terms()) {
    SymInt product(term.coefficient);
    for (const SymAtomPtr& atom : term.monomial) {
      product = product * substitute(atom, symbols);
    }
    sum = sum + product;
  }
  return sum;
}

Expected<Symbols> bind_symbols(const Graph& graph,
                               const std::vector<HostValue>& inputs) {
  if (inputs.size() != graph.inputs().size()) {
    return fail(fmt::format("{} inputs, expected {}", inputs.size(),
                            graph.inputs().size()));
  }
  std::vector<Equation> equations;
  for (size_t i = 0; i < inputs.size(); ++i) {
    ET_TRY(collect(*graph.inputs()[i], i, inputs[i], equations));
  }
  // Single symbols come first: what they are is part of the others.
  std::ranges::stable_partition(equations, [](const Equation& equation) {
    return equation.expected.as_symbol().has_value();
  });
  Symbols symbols;
  for (const Equation& equation : equations) {
    const SymInt value = substitute(equation.expected, symbols);
    std::vector<std::string> unknown;
    collect_symbols(value, unknown);
    if (unknown.size() == 1) {
      if (const auto solved = solve(value, unknown[0], equation.found)) {
        symbols[unknown[0]] = *solved;
        continue;
      }
    }
    if (value.constant() != equation.found) {
      return fail(fmt::format("input {} has {} where the model expects {}",
                              equation.input, equation.found,
                              equation.expected.str()));
    }
  }
  return symbols;
}

}  // namespace executorch::exir
