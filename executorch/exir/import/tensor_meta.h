#pragma once

#include <executorch/exir/import/json.h>
#include <executorch/exir/import/sym_expr.h>
#include <executorch/exir/ir/graph.h>

#include <vector>

namespace executorch::exir {

/// A TensorMeta of the export's schema.
struct TensorMeta {
  TensorSpec spec;
  std::vector<SymInt> strides;  ///< in elements
  int64_t storage_offset = 0;   ///< in elements

  /// True if elements lie row-major without gaps (sizes of 1 aside).
  bool is_contiguous() const;
  /// Dimensions in the order of their strides where the elements lie without
  /// gaps; empty for row-major and for any other layout.
  std::vector<uint8_t> dim_order() const;
};

/// Reads sizes, strides, dtype and layout; refuses ranks above 16, negative
/// sizes, dtypes outside of the program format, and sparse layouts.
Expected<TensorMeta> read_tensor_meta(json::element meta,
                                      const SymbolRanges& ranges);

/// A size: `{"as_int": 3}` or `{"as_expr": {"expr_str": …}}`.
Expected<SymInt> read_sym_int(json::element value, const SymbolRanges& ranges);

/// dtype, memory format by the export's numbers. Channels last is read as
/// contiguous: every tensor of a graph is row-major, whatever the layout that
/// PyTorch gave it.
Expected<ScalarType> read_scalar_type(int64_t number);
Expected<MemoryFormat> read_memory_format(int64_t number);

}  // namespace executorch::exir
