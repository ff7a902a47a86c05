#include <executorch/backends/engine/kernels/util/attention_shape.h>

namespace executorch::backends::engine {

AttentionShape::AttentionShape(const Attention& op, const NodeView& node)
    : batch(op.batch.begin(), op.batch.end()),
      rows(static_cast<size_t>(op.rows)),
      keys(static_cast<size_t>(op.keys)),
      depth(static_cast<size_t>(op.depth)),
      columns(static_cast<size_t>(op.columns)),
      has_mask(node.has(Attention::kMask)),
      q(matrices(op.q, rows, depth)),
      k(matrices(op.k, keys, depth)),
      v(matrices(op.v, keys, columns)),
      y(matrices(op.y, rows, columns)) {
  if (has_mask) {
    mask = matrices(op.mask, rows, keys);
  }
}

AttentionShape::Matrices AttentionShape::matrices(const Attention::View& view,
                                                  size_t n_rows,
                                                  size_t n_columns) const {
  const auto stride = [&](size_t d, size_t size) {
    return size == 1 ? 1 : static_cast<size_t>(view.strides[d]);
  };
  Matrices made;
  made.offset = static_cast<size_t>(view.offset);
  for (size_t d = 0; d < batch.size(); ++d) {
    made.batch_strides.push_back(static_cast<size_t>(view.strides[d]));
  }
  made.row_stride = stride(batch.size(), n_rows);
  made.column_stride = stride(batch.size() + 1, n_columns);
  return made;
}

size_t AttentionShape::batch_count() const {
  size_t count = 1;
  for (const size_t size : batch) {
    count *= size;
  }
  return count;
}

size_t AttentionShape::offset(const Matrices& matrices, size_t i) const {
  size_t offset = matrices.offset;
  for (size_t d = batch.size(); d-- > 0;) {
    offset += i % batch[d] * matrices.batch_strides[d];
    i /= batch[d];
  }
  return offset;
}

}  // namespace executorch::backends::engine
