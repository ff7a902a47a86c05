#include <executorch/exir/ir/sym_int.h>

#include <executorch/ops/sizes.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace executorch::exir {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

std::string monomial_key(const SymInt::Monomial& monomial) {
  std::string key;
  for (const SymAtomPtr& atom : monomial) {
    key += key.empty() ? atom->key : "*" + atom->key;
  }
  return key;
}

SymInt from_atom(SymAtomPtr atom);

SymInt operation(SymAtom::Kind kind, const char* name, const SymInt& a,
                 const SymInt& b) {
  auto atom = std::make_shared<SymAtom>();
  atom->kind = kind;
  atom->key = std::string(name) + "(" + a.str() + ", " + b.str() + ")";
  atom->operands = {a, b};
  return from_atom(std::move(atom));
}

/// Stands for a value beyond 64 bits: equal to nothing known, unbounded.
SymInt overflow_atom(const std::string& text) {
  auto atom = std::make_shared<SymAtom>();
  atom->key = "overflow(" + text + ")";
  return from_atom(std::move(atom));
}

struct Interval {
  std::optional<int64_t> min;
  std::optional<int64_t> max;
};

std::optional<int64_t> checked_mul(std::optional<int64_t> a,
                                   std::optional<int64_t> b) {
  int64_t out = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &out)) {
    return std::nullopt;
  }
  return out;
}

std::optional<int64_t> checked_add(std::optional<int64_t> a,
                                   std::optional<int64_t> b) {
  int64_t out = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &out)) {
    return std::nullopt;
  }
  return out;
}

Interval interval_of(const SymInt& value);

Interval multiply(const Interval& a, const Interval& b) {
  if (a.min && b.min && *a.min >= 0 && *b.min >= 0) {
    return {checked_mul(a.min, b.min), checked_mul(a.max, b.max)};
  }
  const std::optional<int64_t> corners[] = {
      checked_mul(a.min, b.min), checked_mul(a.min, b.max),
      checked_mul(a.max, b.min), checked_mul(a.max, b.max)};
  Interval out{corners[0], corners[0]};
  for (const auto& corner : corners) {
    if (!corner) {
      return {};
    }
    out.min = std::min(*out.min, *corner);
    out.max = std::max(*out.max, *corner);
  }
  return out;
}

Interval floor_div_interval(const Interval& a, const Interval& b) {
  if (!b.min || *b.min < 1) {
    return {};
  }
  Interval out;
  if (a.min && (*a.min >= 0 ? b.max.has_value() : true)) {
    out.min = ops::floor_div(*a.min, *a.min >= 0 ? *b.max : *b.min);
  } else if (a.min && *a.min >= 0) {
    out.min = 0;
  }
  if (a.max && (*a.max >= 0 || b.max)) {
    out.max = ops::floor_div(*a.max, *a.max >= 0 ? *b.min : *b.max);
  }
  return out;
}

Interval interval_of(const SymAtom& atom) {
  if (atom.kind == SymAtom::Kind::kSymbol) {
    return {atom.range.min == kMin ? std::nullopt
                                   : std::optional(atom.range.min),
            atom.range.max};
  }
  const Interval a = interval_of(atom.operands[0]);
  const Interval b = interval_of(atom.operands[1]);
  const auto pick = [](auto x, auto y, bool smaller) {
    return x && y ? std::optional(smaller ? std::min(*x, *y)
                                          : std::max(*x, *y))
                  : std::nullopt;
  };
  switch (atom.kind) {
    case SymAtom::Kind::kFloorDiv:
      return floor_div_interval(a, b);
    case SymAtom::Kind::kMod:
      return b.min && *b.min > 0
                 ? Interval{0, b.max ? std::optional(*b.max - 1) : std::nullopt}
                 : Interval{};
    case SymAtom::Kind::kMin:
      return {pick(a.min, b.min, true),
              a.max && b.max ? pick(a.max, b.max, true)
                             : (a.max ? a.max : b.max)};
    case SymAtom::Kind::kMax:
      return {a.min && b.min ? pick(a.min, b.min, false)
                             : (a.min ? a.min : b.min),
              pick(a.max, b.max, false)};
    case SymAtom::Kind::kSymbol:
      break;
  }
  return {};
}

Interval interval_of(const SymInt& value) {
  if (const auto constant = value.constant()) {
    return {constant, constant};
  }
  Interval sum{0, 0};
  for (const auto& [key, term] : *value.terms()) {
    Interval product{term.coefficient, term.coefficient};
    for (const SymAtomPtr& atom : term.monomial) {
      product = multiply(product, interval_of(*atom));
    }
    sum.min = checked_add(sum.min, product.min);
    sum.max = checked_add(sum.max, product.max);
  }
  return sum;
}

/// Terms of a constant or a polynomial alike.
SymInt::Terms terms_of(const SymInt& value) {
  if (value.terms() != nullptr) {
    return *value.terms();
  }
  SymInt::Terms terms;
  if (*value.constant() != 0) {
    terms[""] = {{}, *value.constant()};
  }
  return terms;
}

bool add_term(SymInt::Terms& terms, const SymInt::Monomial& monomial,
              int64_t coefficient) {
  SymInt::Term& term = terms[monomial_key(monomial)];
  term.monomial = monomial;
  if (__builtin_add_overflow(term.coefficient, coefficient,
                             &term.coefficient)) {
    return false;
  }
  if (term.coefficient == 0) {
    terms.erase(monomial_key(monomial));
  }
  return true;
}

SymInt::Monomial merge(const SymInt::Monomial& a, const SymInt::Monomial& b) {
  SymInt::Monomial out = a;
  out.insert(out.end(), b.begin(), b.end());
  std::sort(out.begin(), out.end(), [](const auto& x, const auto& y) {
    return x->key < y->key;
  });
  return out;
}

/// `monomial` without the atoms of `divisor`, if it has all of them.
std::optional<SymInt::Monomial> divide(const SymInt::Monomial& monomial,
                                       const SymInt::Monomial& divisor) {
  SymInt::Monomial rest = monomial;
  for (const SymAtomPtr& atom : divisor) {
    const auto found =
        std::find_if(rest.begin(), rest.end(),
                     [&](const auto& a) { return a->key == atom->key; });
    if (found == rest.end()) {
      return std::nullopt;
    }
    rest.erase(found);
  }
  return rest;
}

}  // namespace

SymInt from_terms(SymInt::Terms terms) {
  if (terms.empty()) {
    return SymInt(0);
  }
  if (terms.size() == 1 && terms.begin()->first.empty()) {
    return SymInt(terms.begin()->second.coefficient);
  }
  SymInt out;
  out.terms_ = std::make_shared<const SymInt::Terms>(std::move(terms));
  return out;
}

namespace {

SymInt from_atom(SymAtomPtr atom) {
  SymInt::Terms terms;
  const std::string key = atom->key;
  terms[key] = {{std::move(atom)}, 1};
  return from_terms(std::move(terms));
}

/// a / b where b is a single term that divides each term of a.
std::optional<SymInt> exact_quotient(const SymInt& a, const SymInt& b) {
  const SymInt::Terms divisor = terms_of(b);
  if (divisor.size() != 1) {
    return a == b ? std::optional(SymInt(1)) : std::nullopt;
  }
  const SymInt::Term& by = divisor.begin()->second;
  SymInt::Terms out;
  for (const auto& [key, term] : terms_of(a)) {
    const auto monomial = divide(term.monomial, by.monomial);
    if (!monomial || term.coefficient % by.coefficient != 0 ||
        !add_term(out, *monomial, term.coefficient / by.coefficient)) {
      return std::nullopt;
    }
  }
  return from_terms(std::move(out));
}

}  // namespace

SymInt SymInt::symbol(const std::string& name, const SymRange& range) {
  auto atom = std::make_shared<SymAtom>();
  atom->key = name;
  atom->range = range;
  return from_atom(std::move(atom));
}

std::optional<std::string> SymInt::as_symbol() const {
  if (is_constant() || terms_->size() != 1) {
    return std::nullopt;
  }
  const Term& term = terms_->begin()->second;
  if (term.coefficient != 1 || term.monomial.size() != 1 ||
      term.monomial[0]->kind != SymAtom::Kind::kSymbol) {
    return std::nullopt;
  }
  return term.monomial[0]->key;
}

SymRange SymInt::range() const {
  const Interval interval = interval_of(*this);
  return {interval.min.value_or(kMin), interval.max};
}

std::string SymInt::str() const {
  if (is_constant()) {
    return std::to_string(value_);
  }
  std::string out;
  for (auto it = terms_->rbegin(); it != terms_->rend(); ++it) {
    const auto& [key, term] = *it;
    std::string text =
        key.empty() ? std::to_string(term.coefficient)
        : term.coefficient == 1 ? key
                                : std::to_string(term.coefficient) + "*" + key;
    out += out.empty() ? text : " + " + text;
  }
  return out;
}

SymInt operator+(const SymInt& a, const SymInt& b) {
  SymInt::Terms out = terms_of(a);
  for (const auto& [key, term] : terms_of(b)) {
    if (!add_term(out, term.monomial, term.coefficient)) {
      return overflow_atom(a.str() + " + " + b.str());
    }
  }
  return from_terms(std::move(out));
}

SymInt operator-(const SymInt& a, const SymInt& b) {
  return a + b * SymInt(-1);
}

SymInt operator*(const SymInt& a, const SymInt& b) {
  SymInt::Terms out;
  const SymInt::Terms right = terms_of(b);
  for (const auto& [key_a, x] : terms_of(a)) {
    for (const auto& [key_b, y] : right) {
      int64_t coefficient = 0;
      if (__builtin_mul_overflow(x.coefficient, y.coefficient, &coefficient) ||
          !add_term(out, merge(x.monomial, y.monomial), coefficient)) {
        return overflow_atom(a.str() + " * " + b.str());
      }
    }
  }
  return from_terms(std::move(out));
}

bool operator==(const SymInt& a, const SymInt& b) {
  if (a.is_constant() || b.is_constant()) {
    return a.is_constant() && b.is_constant() && a.value_ == b.value_;
  }
  if (a.terms_ == b.terms_) {
    return true;
  }
  return std::equal(
      a.terms_->begin(), a.terms_->end(), b.terms_->begin(), b.terms_->end(),
      [](const auto& x, const auto& y) {
        return x.first == y.first &&
               x.second.coefficient == y.second.coefficient;
      });
}

void collect_symbols(const SymInt& value, std::vector<std::string>& names) {
  if (value.terms() == nullptr) {
    return;
  }
  for (const auto& [key, term] : *value.terms()) {
    for (const SymAtomPtr& atom : term.monomial) {
      if (atom->kind == SymAtom::Kind::kSymbol &&
          std::find(names.begin(), names.end(), atom->key) == names.end()) {
        names.push_back(atom->key);
      }
      for (const SymInt& operand : atom->operands) {
        collect_symbols(operand, names);
      }
    }
  }
}

SymInt floor_div(const SymInt& a, const SymInt& b) {
  if (a.constant() && b.constant() && *b.constant() != 0) {
    return SymInt(ops::floor_div(*a.constant(), *b.constant()));
  }
  if (b.constant() != 0) {
    if (const auto quotient = exact_quotient(a, b)) {
      return *quotient;
    }
  }
  return operation(SymAtom::Kind::kFloorDiv, "floordiv", a, b);
}

SymInt floor_mod(const SymInt& a, const SymInt& b) {
  if (a.constant() && b.constant() && *b.constant() != 0) {
    const int64_t y = *b.constant();
    return SymInt(*a.constant() - ops::floor_div(*a.constant(), y) * y);
  }
  if (b.constant() != 0 && exact_quotient(a, b)) {
    return SymInt(0);
  }
  return operation(SymAtom::Kind::kMod, "mod", a, b);
}

SymInt dim_min(const SymInt& a, const SymInt& b) {
  const SymRange ra = a.range();
  const SymRange rb = b.range();
  if (ra.max && *ra.max <= rb.min) {
    return a;
  }
  if ((rb.max && *rb.max <= ra.min) || a == b) {
    return b;
  }
  const SymRange difference = (a - b).range();
  if (difference.max && *difference.max <= 0) {
    return a;
  }
  return difference.min >= 0
             ? b
             : operation(SymAtom::Kind::kMin, "min", a, b);
}

SymInt dim_max(const SymInt& a, const SymInt& b) {
  const SymRange ra = a.range();
  const SymRange rb = b.range();
  if (rb.max && *rb.max <= ra.min) {
    return a;
  }
  if ((ra.max && *ra.max <= rb.min) || a == b) {
    return b;
  }
  const SymRange difference = (a - b).range();
  if (difference.min >= 0) {
    return a;
  }
  return difference.max && *difference.max <= 0
             ? b
             : operation(SymAtom::Kind::kMax, "max", a, b);
}

}  // namespace executorch::exir
