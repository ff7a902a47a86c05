#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Where the matrices of an Attention node are.
struct AttentionShape {
  /// One operand, or the result: matrices of elements under two strides.
  struct Matrices {
    size_t offset = 0;
    std::vector<size_t> batch_strides;
    size_t row_stride = 0;
    size_t column_stride = 0;
  };

  std::vector<size_t> batch;
  size_t rows;
  size_t keys;
  size_t depth;
  size_t columns;
  bool has_mask;
  Matrices q;
  Matrices k;
  Matrices v;
  Matrices mask;
  Matrices y;

  AttentionShape(const Attention& op, const NodeView& node);
  size_t batch_count() const;
  /// Where matrix `i` begins, in elements.
  size_t offset(const Matrices& matrices, size_t i) const;

 private:
  /// A stride through a dimension of size 1 leads nowhere; 1 is as good.
  Matrices matrices(const Attention::View& view, size_t n_rows,
                    size_t n_columns) const;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
