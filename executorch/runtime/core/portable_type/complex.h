#pragma once

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// A complex number laid out as {real, imaginary}.
///
/// @tparam T float, double or Half.
template <typename T>
struct alignas(sizeof(T) * 2) complex {
  using value_type = T;

  T real_ = T(0);
  T imag_ = T(0);

  complex() = default;
  /* implicit */ constexpr complex(const T& real, const T& imag = T(0))
      : real_(real), imag_(imag) {}
  template <typename U>
  explicit constexpr complex(const complex<U>& other)
      : real_(static_cast<T>(other.real())),
        imag_(static_cast<T>(other.imag())) {}

  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }

  complex& operator+=(const complex& b) { return *this = *this + b; }
  complex& operator-=(const complex& b) { return *this = *this - b; }
  complex& operator*=(const complex& b) { return *this = *this * b; }
  complex& operator/=(const complex& b) { return *this = *this / b; }

  friend complex operator+(const complex& a, const complex& b) {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  friend complex operator-(const complex& a, const complex& b) {
    return {a.real_ - b.real_, a.imag_ - b.imag_};
  }
  friend complex operator-(const complex& a) { return {-a.real_, -a.imag_}; }
  friend complex operator*(const complex& a, const complex& b) {
    return {a.real_ * b.real_ - a.imag_ * b.imag_,
            a.real_ * b.imag_ + a.imag_ * b.real_};
  }
  friend complex operator/(const complex& a, const complex& b) {
    return divide(a, b);
  }
  friend bool operator==(const complex& a, const complex& b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }
  friend bool operator!=(const complex& a, const complex& b) {
    return !(a == b);
  }

 private:
  static T magnitude(T v) { return v < T(0) ? -v : v; }

  /// Smith's method: the larger part of b is divided out first, so that the
  /// squares of its parts cannot overflow.
  static complex divide(const complex& a, const complex& b) {
    if (magnitude(b.real_) >= magnitude(b.imag_)) {
      if (b.real_ == T(0)) {
        return {a.real_ / b.real_, a.imag_ / b.real_};
      }
      const T ratio = b.imag_ / b.real_;
      const T scale = b.real_ + b.imag_ * ratio;
      return {(a.real_ + a.imag_ * ratio) / scale,
              (a.imag_ - a.real_ * ratio) / scale};
    }
    const T ratio = b.real_ / b.imag_;
    const T scale = b.real_ * ratio + b.imag_;
    return {(a.real_ * ratio + a.imag_) / scale,
            (a.imag_ * ratio - a.real_) / scale};
  }
};

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
