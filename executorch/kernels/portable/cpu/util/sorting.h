#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// One element of a line and its position there. Numbers are compared as
/// double or int64_t; NaN is above all numbers.
template <class C>
struct Entry {
  C value;
  int64_t index;
};

/// Strict order of entries; equal values stand in the order of their index.
struct EntryOrder {
  bool descending = false;

  template <class C>
  bool operator()(const Entry<C>& a, const Entry<C>& b) const {
    const Entry<C>& low = descending ? b : a;
    const Entry<C>& high = descending ? a : b;
    const bool less = low.value < high.value ||
                      (high.value != high.value && low.value == low.value);
    const bool more = high.value < low.value ||
                      (low.value != low.value && high.value == high.value);
    return less || (!more && a.index < b.index);
  }
};

/// The order of values alone, for results whose choice among equal values is
/// that of the algorithm.
struct ValueOrder {
  bool descending = false;

  template <class C>
  bool operator()(const Entry<C>& a, const Entry<C>& b) const {
    const Entry<C>& low = descending ? b : a;
    const Entry<C>& high = descending ? a : b;
    return low.value < high.value ||
           (high.value != high.value && low.value == low.value);
  }
};

/// Arguments of `LineFunction`s.
struct LineParams {
  bool descending = false;
  bool flag = false;  ///< topk: sorted; median: NaN is left out
  int64_t count = 1;  ///< entries wanted; kthvalue: which one
};

/// Puts what is wanted of a line to the front of its n entries.
template <class C>
using LineFunction = void (*)(Entry<C>* entries, int64_t n,
                              const LineParams& params);

/// Runs a function on every line of self along `axis` and writes the front
/// entries to `values` and `indices`, which have self's rank or lack the axis.
/// A line's entries live in the context's temporary memory. Failures are
/// reported.
void run_lines(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
               size_t axis, const LineParams& params,
               LineFunction<double> real, LineFunction<int64_t> integer,
               Tensor& values, Tensor& indices);

/// Checks the dtypes of a result of values of self's dtype and int64 indices.
bool check_line_results(KernelRuntimeContext& ctx, const char* op,
                        const Tensor& self, const Tensor& values,
                        const Tensor& indices);

/// Checks, resizes by the reduction rule and runs: one entry of each line.
void run_line_reduction(KernelRuntimeContext& ctx, const char* op,
                        const Tensor& self, int64_t dim, bool keepdim,
                        const LineParams& params, LineFunction<double> real,
                        LineFunction<int64_t> integer, Tensor& values,
                        Tensor& indices);

}  // namespace executorch::kernels::portable
