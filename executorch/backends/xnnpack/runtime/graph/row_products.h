#pragma once

#include <executorch/backends/xnnpack/runtime/graph/weights.h>

namespace executorch {
namespace backends {
namespace xnnpack {

/// A filter as engine::QuantizedMatMul takes it.
struct RowFilter {
  ValueId numbers = engine::kNoValue;  ///< kNoValue: it is none
  ValueId scales = engine::kNoValue;
  int64_t depth = 0;  ///< K
};

/// A filter [N, K], or transposed one [K, N], of integers without a zero point.
Result<RowFilter> read_row_filter(GraphBuilder& builder, uint32_t id,
                                  bool is_transposed);

/// The product in real numbers, with the bias, which may be kNoId; kNoValue:
/// the bias is of integers, or the rows are not those of the scales.
///
/// @param[in] rows [.., K], the numbers of x
Result<ValueId> multiply_rows(GraphBuilder& builder, const Activation& x,
                              ValueId rows, const RowFilter& filter,
                              uint32_t bias);

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
