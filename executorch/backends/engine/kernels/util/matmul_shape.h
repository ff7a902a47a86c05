#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/util/loops.h>

namespace executorch {
namespace backends {
namespace engine {

/// The loops of a MatMul node: for each step of `batch`, a [M, K] x b [K, N].
struct MatMulShape {
  enum Operand : size_t { kA, kB, kC };

  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  Loops<3> batch;  ///< strides of the matrices of a, b and c
  bool has_c = false;
  int64_t c_row_stride = 0;  ///< 0 where c repeats
  int64_t c_column_stride = 0;

  MatMulShape(const MatMul& op, const NodeView& node);
  int64_t batch_count() const { return loop_count(batch, batch.size()); }
  /// Where the operand of result `i` is, in elements.
  size_t offset(size_t operand, size_t i) const;

 private:
  /// Matrices a that follow one another, by one b, are one of more rows.
  void merge_batch();
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
