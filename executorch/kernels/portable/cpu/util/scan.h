#pragma once

#include <executorch/kernels/portable/cpu/util/reduce.h>

namespace executorch::kernels::portable {

/// A running reduction along one dimension.
struct Scanner {
  ScalarType compute = ScalarType::Double;  ///< Double or Long
  uint64_t initial = 0;                     ///< bits of the first total
  /// totals[i] = combine(totals[i], values[i]) for i < n.
  void (*merge)(void* totals, const void* values, size_t n) = nullptr;
  /// Turns n values that follow each other into totals; totals[0] is carried.
  void (*scan)(void* totals, void* values, size_t n) = nullptr;
};

/// The loops of `combine(C, C)`.
template <class C, C (*combine)(C, C)>
void merge_totals(void* totals, const void* values, size_t n) {
  auto* to = static_cast<C*>(totals);
  const auto* from = static_cast<const C*>(values);
  for (size_t i = 0; i < n; ++i) {
    to[i] = combine(to[i], from[i]);
  }
}

template <class C, C (*combine)(C, C)>
void scan_totals(void* totals, void* values, size_t n) {
  auto* to = static_cast<C*>(values);
  C total = *static_cast<C*>(totals);
  for (size_t i = 0; i < n; ++i) {
    total = combine(total, to[i]);
    to[i] = total;
  }
  *static_cast<C*>(totals) = total;
}

template <class C, C (*combine)(C, C)>
Scanner make_scanner(C initial) {
  Scanner scanner;
  scanner.compute = std::is_floating_point_v<C> ? ScalarType::Double
                                                : ScalarType::Long;
  scanner.initial = initial_bits(initial);
  scanner.merge = merge_totals<C, combine>;
  scanner.scan = scan_totals<C, combine>;
  return scanner;
}

/// out[..., i, ...] = self[..., 0, ...] combined up to i along `dim`.
void run_scan(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              int64_t dim, std::optional<ScalarType> dtype,
              const Scanner& scanner, Tensor& out);

}  // namespace executorch::kernels::portable
