#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace executorch::ops {

/// Largest tensor rank of a program (upstream's kTensorDimensionLimit).
inline constexpr size_t kMaxRank = 16;

/// Sizes of one tensor, outermost dimension first, held inline.
///
/// `Dim` is `int64_t` in kernels and `exir::SymInt` in the compiler. A type
/// that serves as `Dim` has, found by argument-dependent lookup:
///   std::optional<int64_t> known_value(Dim)   its value where it is constant
///   bool known_equal(Dim, Dim)                provably the same
///   Dim floor_div(Dim, Dim), dim_min(Dim, Dim), dim_max(Dim, Dim)
///   Dim dim_mul(Dim, Dim)                     a product that never wraps
/// and +, -, * with another `Dim`; it converts from `int64_t`.
template <class Dim>
class Sizes {
 public:
  Sizes() = default;

  size_t size() const { return rank_; }
  bool empty() const { return rank_ == 0; }
  const Dim* begin() const { return dims_.data(); }
  const Dim* end() const { return dims_.data() + rank_; }
  Dim& operator[](size_t i) { return dims_[i]; }
  const Dim& operator[](size_t i) const { return dims_[i]; }

  /// Appends one dimension; false, and nothing happens, beyond kMaxRank.
  bool push_back(const Dim& dim) {
    if (rank_ == kMaxRank) {
      return false;
    }
    dims_[rank_++] = dim;
    return true;
  }

  /// Copies `count` sizes from `first`; false beyond kMaxRank.
  template <class Iterator>
  bool assign(Iterator first, size_t count) {
    if (count > kMaxRank) {
      return false;
    }
    rank_ = count;
    for (size_t i = 0; i < count; ++i, ++first) {
      dims_[i] = Dim(*first);
    }
    return true;
  }

 private:
  std::array<Dim, kMaxRank> dims_{};
  size_t rank_ = 0;
};

/// Why a rule refuses its arguments: a literal text and, where they make
/// sense, the number found and the number expected.
struct RuleError {
  const char* what = nullptr;
  int64_t found = 0;
  int64_t expected = 0;
};

/// Result of a shape rule: `sizes` counts only when `error.what` is null.
template <class Dim>
struct ShapeResult {
  ShapeResult() = default;
  ShapeResult(const Sizes<Dim>& value) : sizes(value) {}
  ShapeResult(const RuleError& why) : error(why) {}

  bool ok() const { return error.what == nullptr; }

  Sizes<Dim> sizes;
  RuleError error;
};

inline std::optional<int64_t> known_value(int64_t dim) { return dim; }
inline bool known_equal(int64_t a, int64_t b) { return a == b; }
/// A product beyond 63 bits becomes the nearest limit.
inline int64_t dim_mul(int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
  }
  return product;
}
inline int64_t dim_min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t dim_max(int64_t a, int64_t b) { return a > b ? a : b; }

/// Quotient rounded to minus infinity, as Python's `//`; `b` is not zero.
inline int64_t floor_div(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

/// True if the two are both constant and differ.
template <class Dim>
bool known_different(const Dim& a, const Dim& b) {
  const auto va = known_value(a);
  const auto vb = known_value(b);
  return va && vb && *va != *vb;
}

template <class Dim>
bool known_is(const Dim& dim, int64_t value) {
  const auto v = known_value(dim);
  return v && *v == value;
}

/// `axis` counted from the front, or nothing outside of [-rank, rank). A
/// 0-d tensor has the axes -1 and 0, as in PyTorch.
inline std::optional<size_t> normalize_axis(int64_t axis, size_t rank) {
  const int64_t limit = rank == 0 ? 1 : static_cast<int64_t>(rank);
  if (axis < -limit || axis >= limit) {
    return std::nullopt;
  }
  return static_cast<size_t>(axis < 0 ? axis + limit : axis);
}

}  // namespace executorch::ops
