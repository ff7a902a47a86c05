#pragma once

#include <executorch/exir/passes/evaluate.h>

#include <string>

namespace executorch::exir {

/// How two results of one value differ.
struct Comparison {
  bool departs = false;
  double largest = 0;  ///< difference of elements
  double allowed = 0;  ///< there
  std::string text;    ///< of a departure: what was found and expected
};

/// Allowed is, of floats, 1e-5 of the largest magnitude and 1e-4 of the element
/// (double: 1e-9 and 1e-7; half: 1e-3 of the largest magnitude; bfloat16:
/// 1e-2); nothing of integers. Of float32 that was `computed_in_half`, 3e-2 of
/// the largest magnitude. NaN agrees with NaN.
Comparison compare(const HostValue& found, const HostValue& expected,
                   bool computed_in_half = false);

}  // namespace executorch::exir
