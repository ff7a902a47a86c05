#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Integers of a program that may depend on symbolic sizes.
namespace executorch::exir {

/// Smallest and largest value of an integer; `max` empty: no bound is known.
struct SymRange {
  int64_t min = INT64_MIN;
  std::optional<int64_t> max;
};

class SymInt;

/// What a polynomial multiplies: a symbol, or an operation that is not
/// polynomial in its operands.
struct SymAtom {
  enum class Kind { kSymbol, kFloorDiv, kMod, kMin, kMax };

  Kind kind = Kind::kSymbol;
  std::string key;             ///< canonical text; equal keys are equal atoms
  SymRange range;              ///< of a symbol: as the export states it
  std::vector<SymInt> operands;  ///< two, for all but a symbol
};

using SymAtomPtr = std::shared_ptr<const SymAtom>;

/// A constant or a polynomial with integer coefficients over SymAtoms, kept in
/// a normal form, so that equal texts mean equal values. Arithmetic that
/// leaves 64 bits gives an unknown atom of its own, never a wrapped value.
class SymInt {
 public:
  /// Atoms of one product, sorted by key, with repetition.
  using Monomial = std::vector<SymAtomPtr>;
  struct Term {
    Monomial monomial;
    int64_t coefficient = 0;
  };
  /// By the text of the monomial; "" is the constant term.
  using Terms = std::map<std::string, Term>;

  SymInt() = default;
  SymInt(int64_t value) : value_(value) {}

  static SymInt symbol(const std::string& name, const SymRange& range);

  bool is_constant() const { return terms_ == nullptr; }
  std::optional<int64_t> constant() const {
    return is_constant() ? std::optional(value_) : std::nullopt;
  }
  /// The symbol's name if this is one symbol and nothing else.
  std::optional<std::string> as_symbol() const;
  /// Null for a constant.
  const Terms* terms() const { return terms_.get(); }

  /// Interval that holds every value that the symbols' ranges allow.
  SymRange range() const;
  /// Canonical text: `4*s0 + 1`.
  std::string str() const;

  friend SymInt operator+(const SymInt& a, const SymInt& b);
  friend SymInt operator-(const SymInt& a, const SymInt& b);
  friend SymInt operator*(const SymInt& a, const SymInt& b);
  friend bool operator==(const SymInt& a, const SymInt& b);

 private:
  friend SymInt from_terms(Terms terms);

  int64_t value_ = 0;
  std::shared_ptr<const Terms> terms_;
};

/// The polynomial of these terms, in normal form.
SymInt from_terms(SymInt::Terms terms);

/// Names of all symbols in `value`, in order of first appearance.
void collect_symbols(const SymInt& value, std::vector<std::string>& names);

/// The functions that executorch::ops::Sizes asks of its `Dim`.
inline std::optional<int64_t> known_value(const SymInt& dim) {
  return dim.constant();
}
inline bool known_equal(const SymInt& a, const SymInt& b) { return a == b; }
SymInt floor_div(const SymInt& a, const SymInt& b);
SymInt floor_mod(const SymInt& a, const SymInt& b);
inline SymInt dim_mul(const SymInt& a, const SymInt& b) { return a * b; }
SymInt dim_min(const SymInt& a, const SymInt& b);
SymInt dim_max(const SymInt& a, const SymInt& b);

}  // namespace executorch::exir
