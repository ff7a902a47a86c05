#pragma once

#include <cstdint>

/// \file
/// Special functions that <cmath> does not have, in double. Poles, domains and
/// infinities are as in PyTorch.
namespace executorch::kernels::portable {

/// Logarithmic derivative of the gamma function.
double digamma(double x);
/// The n-th derivative of digamma.
double polygamma(int64_t n, double x);
/// Inverse of erf; infinite at -1 and 1, NaN beyond.
double erfinv(double x);
/// Modified Bessel function of the first kind of order 0.
double bessel_i0(double x);
/// Regularised lower incomplete gamma function P(a, x).
double gamma_p(double a, double x);
/// Its complement, 1 - P(a, x).
double gamma_q(double a, double x);

}  // namespace executorch::kernels::portable
