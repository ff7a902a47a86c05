#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rushlight::test {

/// A reproducible sequence of floats: a name, a mean and a standard deviation
/// stand for all of a tensor's values. test/fixtures/README.md has the formula.
class FillSequence {
 public:
  FillSequence(std::string_view name, double mean, double std);

  /// The next `out.size()` values.
  void next(std::span<float> out);

 private:
  uint64_t state_;  ///< seed + position × increment, modulo 2^64
  double mean_;
  double width_;
};

}  // namespace rushlight::test
