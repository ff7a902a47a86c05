#include <executorch/backends/engine/kernels/util/matmul_shape.h>

namespace executorch::backends::engine {
namespace {

using Sizes = std::vector<int64_t>;

Sizes batch_of(const Sizes& sizes) { return {sizes.begin(), sizes.end() - 2}; }

/// Strides, in elements, of the matrices of an operand.
Sizes matrix_strides(const Sizes& sizes, const Sizes& batch) {
  Sizes strides = broadcast_strides(batch_of(sizes), batch);
  for (int64_t& stride : strides) {
    stride *= sizes[sizes.size() - 2] * sizes[sizes.size() - 1];
  }
  return strides;
}

}  // namespace

MatMulShape::MatMulShape(const MatMul& op, const NodeView& node)
    : has_c(node.has(2) && op.beta != 0) {
  const Sizes& y = node.output().sizes;
  m = y[y.size() - 2];
  n = y[y.size() - 1];
  k = node.input(0).sizes.back();
  const Sizes leading = batch_of(y);
  Sizes c_strides(y.size(), 0);
  if (has_c) {
    c_strides = broadcast_strides(node.input(2).sizes, y);
  }
  c_row_stride = c_strides[y.size() - 2];
  c_column_stride = c_strides[y.size() - 1];
  batch = make_loops<3>(leading, {matrix_strides(node.input(0).sizes, leading),
                                  matrix_strides(node.input(1).sizes, leading),
                                  batch_of(c_strides)});
  merge_batch();
}

size_t MatMulShape::offset(size_t operand, size_t i) const {
  size_t sum = 0;
  for (size_t d = batch.size(); d-- > 0;) {
    const auto size = static_cast<size_t>(batch[d].size);
    sum += i % size * static_cast<size_t>(batch[d].strides[operand]);
    i /= size;
  }
  return sum;
}

void MatMulShape::merge_batch() {
  if (batch.size() != 1 || batch[0].strides[kB] != 0 ||
      batch[0].strides[kA] != m * k) {
    return;
  }
  const int64_t c_stride = batch[0].strides[kC];
  if (m == 1) {
    c_row_stride = c_stride;
  } else if (c_stride != m * c_row_stride) {
    return;
  }
  m *= batch[0].size;
  batch.clear();
}

}  // namespace executorch::backends::engine
