#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "npy.h"

namespace rushlight::test {

/// Allowed error: a share of the largest magnitude, one of the element, and
/// an absolute one, added up.
struct Tolerance {
  double of_absmax = 0;
  double relative = 0;
  double absolute = 0;
};

/// What an output must be: all of its elements, or every `step`-th.
struct ExpectedArray {
  ScalarType dtype = ScalarType::Float;
  std::vector<int64_t> shape;
  size_t step = 1;
  double absmax = 0;  ///< largest magnitude of the whole tensor
  std::vector<double> values;
  std::optional<Tolerance> tolerance = {};  ///< instead of its dtype's
};

ExpectedArray expected_array(const NpyArray& array);

/// Elements as double, in row-major order.
std::vector<double> to_doubles(const NpyArray& array);

/// Empty if `found` is `expected` within the tolerance of its dtype
/// (test/fixtures/README.md); otherwise what differs, with the worst element.
std::string difference(const NpyArray& found, const ExpectedArray& expected);

}  // namespace rushlight::test
