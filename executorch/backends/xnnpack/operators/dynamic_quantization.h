#pragma once

#include <executorch/backends/xnnpack/operators/quantized_values.h>

/// \file
/// Dynamic quantization as it is exported: choose_qparams of a tensor, quantize
/// and dequantize with what it gives. XNNPACK chooses scale and zero point for
/// each row instead, which is nearer to the numbers.
namespace executorch::backends::xnnpack {

/// What is quantized, if the value is such a dequantization and all that reads
/// it are products with int8 weights by output channel; else null.
const exir::Value* dynamic_input(const exir::Value* value);

/// Whether the node is part of a quantization of rows or of a filter of 4 bits
/// that such a product reads: its writer looks through the node.
bool is_looked_through(const exir::Node& node);

/// Whether all that reads the result of a quantize or choose_qparams node is
/// such a dequantization.
bool is_dynamic_quantize(const exir::Node& quantize);
bool is_dynamic_choice(const exir::Node& choose_qparams);

}  // namespace executorch::backends::xnnpack
