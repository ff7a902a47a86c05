#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

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
};

/// Reduces `self` over `dims` (none or empty: all). Totals start as zero.
/// Resizes out by the reduction rule. Shapes and dtypes that do not fit are
/// reported and fail.
bool run_reduction(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, std::optional<IntArrayRef> dims,
                   bool keepdim, const Reducer& reducer, Tensor& out);

/// Sums in double (real numbers) or modulo 2^64 (integers).
Reducer sum_reducer(ScalarType out_type);

}  // namespace executorch::kernels::portable
