#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

#include <cstring>

namespace executorch::kernels::portable {

/// How values of a type are reduced: `init`, then `combine` for each of a
/// dense run of values. Every step works on whole runs, so that one instance
/// serves all shapes and dtypes.
struct Reducer {
  ScalarType compute = ScalarType::Double;  ///< Double, Long or Bool
  /// totals[i] = combine(totals[i], values[i]) for i < n.
  void (*merge)(void* totals, const void* values, size_t n) = nullptr;
  /// Combines n values into totals[0].
  void (*fold)(void* totals, const void* values, size_t n) = nullptr;
  /// Turns n totals into results, or null.
  void (*finish)(void* totals, size_t n, int64_t count) = nullptr;
  /// What totals start with, in 8 bytes: a value of `compute`, or 8 bools.
  uint64_t initial = 0;
  /// Without values there is no result: a reduction of none is refused.
  bool needs_values = false;
  /// Real and imaginary parts may be reduced on their own.
  bool takes_complex = false;
  /// Set: the squares of the distances to the mean are reduced, in a second
  /// pass, and divided by their number less this.
  std::optional<double> correction;
};

template <class C>
uint64_t initial_bits(C value) {
  static_assert(sizeof(C) == sizeof(uint64_t));
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// Reduces `self` over `dims` (none or empty: all). Resizes out by the reduction rule. Shapes and dtypes that do not fit are
/// reported and fail.
bool run_reduction(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, std::optional<IntArrayRef> dims,
                   bool keepdim, const Reducer& reducer, Tensor& out);

/// Sums in double (real numbers) or modulo 2^64 (integers).
Reducer sum_reducer(ScalarType out_type);
/// The mean of real numbers.
Reducer mean_reducer();
/// Smallest or largest value; NaN wins.
Reducer extreme_reducer(ScalarType type, bool largest);
/// True if some (all) values are not zero.
Reducer any_reducer();
/// Variance with `correction` less than the number of values as divisor.
Reducer variance_reducer(double correction);

}  // namespace executorch::kernels::portable
