#pragma once

#include <executorch/kernels/portable/kernel_rows.h>

/// \file
/// Declares every kernel of the quantized operator rows; see the portable
/// kernels' header for what all kernels keep to.
/// The rows that are declared: all, or in the source of one operator its own.
#ifndef ET_QUANTIZED_KERNEL_ROWS
#define ET_QUANTIZED_KERNEL_ROWS <executorch/ops/quantized_ops.def>
#endif

namespace executorch::kernels::quantized {

namespace rows {
#define ET_OP ET_ROW_TYPE
#include ET_QUANTIZED_KERNEL_ROWS
#undef ET_OP
}  // namespace rows

#define ET_OP ET_ROW_FUNCTION
#include ET_QUANTIZED_KERNEL_ROWS
#undef ET_OP

}  // namespace executorch::kernels::quantized
