#include <executorch/kernels/portable/cpu/util/special.h>

#include <cmath>
#include <limits>

namespace executorch::kernels::portable {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Bernoulli numbers B2, B4, ...
constexpr double kBernoulli[] = {
    1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,     5.0 / 66,
    -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798, -174611.0 / 330};
constexpr double kAsymptotic = 12;
constexpr double kLargeGamma = 1e6;

/// Sum of (x + k)^-s over k >= 0 for x > 0, by the formula of Euler and
/// Maclaurin from the first x + k above kAsymptotic.
double zeta_of_positive(double s, double x) {
  double sum = 0;
  for (; x < kAsymptotic; x += 1) {
    sum += std::pow(x, -s);
  }
  double term = std::pow(x, -s);
  sum += term * x / (s - 1) + term / 2;
  double factor = s / 2;
  term /= x;
  int64_t k = 1;
  for (const double bernoulli : kBernoulli) {
    sum += bernoulli * factor * term;
    const auto twice = static_cast<double>(2 * k);
    factor *= (s + twice - 1) * (s + twice) / ((twice + 1) * (twice + 2));
    term /= x * x;
    ++k;
  }
  return sum;
}

/// The same for any x and a whole s. The sum over all integers has the period
/// 1, which leads from a negative x to positive ones.
double zeta(double s, double x) {
  if (x > 0) {
    return zeta_of_positive(s, x);
  }
  const double fraction = x - std::floor(x);
  if (fraction == 0) {
    return kInfinity;
  }
  const double sign = std::fmod(s, 2) == 0 ? 1 : -1;
  return zeta_of_positive(s, fraction) +
         sign *
             (zeta_of_positive(s, 1 - fraction) - zeta_of_positive(s, 1 - x));
}

/// x^a e^-x / gamma(a), the factor of both expansions below.
double gamma_weight(double a, double x) {
  return std::exp(a * std::log(x) - x - std::lgamma(a));
}

double lower_by_series(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (double n = a + 1; std::abs(term) > std::abs(sum) * kEpsilon; n += 1) {
    term *= x / n;
    sum += term;
  }
  return sum * gamma_weight(a, x);
}

/// The continued fraction of Legendre, evaluated by Lentz's method.
double upper_by_fraction(double a, double x) {
  constexpr double kTiny = 1e-300;
  constexpr double kMaxSteps = 1e6;
  double b = x + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / b;
  double value = d;
  for (double i = 1; i < kMaxSteps; i += 1) {
    const double numerator = i * (a - i);
    b += 2;
    d = numerator * d + b;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    c = b + numerator / c;
    c = std::abs(c) < kTiny ? kTiny : c;
    value *= d * c;
    if (std::abs(d * c - 1) < kEpsilon) {
      break;
    }
  }
  return value * gamma_weight(a, x);
}

/// Half of eta^2, which is m - log(1 + m), without cancellation.
double half_square(double m) {
  return std::abs(m) < 1e-3
             ? m * m * (0.5 - m * (1.0 / 3 - m * (0.25 - m * (0.2 - m / 6))))
             : m - std::log1p(m);
}

/// Q(a, x), or P(a, x), for a large `a`: Temme's expansion about x = a, to its
/// first correction, whose error falls with a^-1.5.
double gamma_of_large(double a, double x, bool is_upper) {
  const double m = (x - a) / a;
  const double half = half_square(m);
  const double eta = std::copysign(std::sqrt(2 * half), m);
  const double correction = std::abs(m) < 1e-5 ? -1.0 / 3 : 1 / m - 1 / eta;
  const double rest = std::exp(-a * half) / std::sqrt(2 * kPi * a) * correction;
  const double argument = eta * std::sqrt(a / 2);
  return is_upper ? std::erfc(argument) / 2 + rest
                  : std::erfc(-argument) / 2 - rest;
}

/// P(a, x) where it follows from the limits, else -1.
double gamma_p_at_limits(double a, double x) {
  if (!(a >= 0) || !(x >= 0) || (a == 0 && x == 0)) {
    return kNan;
  }
  if (a == 0) {
    return 1;
  }
  if (x == 0) {
    return 0;
  }
  if (std::isinf(a)) {
    return std::isinf(x) ? kNan : 0;
  }
  return std::isinf(x) ? 1 : -1;
}

}  // namespace

double digamma(double x) {
  if (x == 0) {
    return std::copysign(kInfinity, -x);
  }
  if (x < 0) {
    const double fraction = x - std::trunc(x);
    return fraction == 0 ? kNan
                         : digamma(1 - x) - kPi / std::tan(kPi * fraction);
  }
  double shift = 0;
  for (; x < kAsymptotic; x += 1) {
    shift += 1 / x;
  }
  if (std::isinf(x)) {
    return x;
  }
  double sum = std::log(x) - 0.5 / x - shift;
  double power = 1 / (x * x);
  double twice_k = 2;
  for (const double bernoulli : kBernoulli) {
    sum -= bernoulli / twice_k * power;
    power /= x * x;
    twice_k += 2;
  }
  return sum;
}

double polygamma(int64_t n, double x) {
  if (n == 0) {
    return digamma(x);
  }
  const auto order = static_cast<double>(n);
  const double sign = n % 2 == 0 ? -1 : 1;
  return sign * std::tgamma(order + 1) * zeta(order + 1, x);
}

double erfinv(double x) {
  const double magnitude = std::abs(x);
  if (!(magnitude < 1)) {
    return magnitude == 1 ? std::copysign(kInfinity, x) : kNan;
  }
  const double rest = 1 - magnitude;
  const double logarithm = std::log(rest * (1 + magnitude));
  const double middle = 4.3307467508 + logarithm / 2;
  double y = std::sqrt(std::sqrt(middle * middle - logarithm / 0.147) - middle);
  for (int step = 0; step < 4; ++step) {
    const double error =
        magnitude < 0.5 ? std::erf(y) - magnitude : rest - std::erfc(y);
    const double slope = 1.12837916709551257390 * std::exp(-y * y);
    const double newton = error / slope;
    y -= newton / (1 + y * newton);
  }
  return std::copysign(y, x);
}

double bessel_i0(double x) {
  const double magnitude = std::abs(x);
  if (!(magnitude > 30)) {
    const double quarter = x * x / 4;
    double term = 1;
    double sum = 1;
    for (double k = 1; term > sum * kEpsilon / 2; k += 1) {
      term *= quarter / (k * k);
      sum += term;
    }
    return x == x ? sum : x;
  }
  if (std::isinf(magnitude)) {
    return kInfinity;
  }
  double term = 1;
  double sum = 1;
  for (double k = 1; k < 30; k += 1) {
    term *= (2 * k - 1) * (2 * k - 1) / (8 * magnitude * k);
    sum += term;
  }
  const double root = std::exp(magnitude / 2);
  return root * (sum / std::sqrt(2 * kPi * magnitude)) * root;
}

double gamma_p(double a, double x) {
  const double limit = gamma_p_at_limits(a, x);
  if (limit != -1) {
    return limit;
  }
  if (a > kLargeGamma) {
    return gamma_of_large(a, x, false);
  }
  return x < a + 1 ? lower_by_series(a, x) : 1 - upper_by_fraction(a, x);
}

double gamma_q(double a, double x) {
  const double limit = gamma_p_at_limits(a, x);
  if (limit != -1) {
    return 1 - limit;
  }
  if (a > kLargeGamma) {
    return gamma_of_large(a, x, true);
  }
  return x < a + 1 ? 1 - lower_by_series(a, x) : upper_by_fraction(a, x);
}

}  // namespace executorch::kernels::portable
