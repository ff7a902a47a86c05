#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <algorithm>
#include <cinttypes>
#include <numeric>

namespace executorch {
namespace backends {
namespace mps {

namespace {

/// The indices of a list in which -1 stands for an axis without one.
struct Indices {
  size_t first_axis = 0;
  std::vector<ValueId> values;  ///< of axes that follow one another
};

Result<Indices> read_indices(const GraphBuilder& builder,
                             const flatbuffers::Vector<int32_t>* ids) {
  Indices indices;
  size_t axis = 0;
  for (const int64_t id : as_sizes(ids)) {
    if (id != -1) {
      if (indices.values.empty()) {
        indices.first_axis = axis;
      }
      ET_CHECK_OR_RETURN_ERROR(
          axis == indices.first_axis + indices.values.size(), NotSupported,
          "MPS payload: indices of axes that do not follow one another");
      ET_MPS_ASSIGN(value, builder.value(static_cast<int32_t>(id)));
      indices.values.push_back(value);
    }
    ++axis;
  }
  ET_CHECK_OR_RETURN_ERROR(!indices.values.empty(), InvalidProgram,
                           "MPS payload: an indexing node without an index");
  return indices;
}

/// Axes of `rank` with `count` of them, from `first` on, in front.
std::vector<int32_t> to_front(size_t rank, size_t first, size_t count) {
  std::vector<int32_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  const auto at = axes.begin() + static_cast<std::ptrdiff_t>(first);
  std::rotate(axes.begin(), at, at + static_cast<std::ptrdiff_t>(count));
  return axes;
}

/// The reverse: `count` axes in front go to `first`.
std::vector<int32_t> from_front(size_t rank, size_t first, size_t count) {
  const std::vector<int32_t> moved = to_front(rank, first, count);
  std::vector<int32_t> axes(rank);
  for (size_t i = 0; i < rank; ++i) {
    axes[static_cast<size_t>(moved[i])] = static_cast<int32_t>(i);
  }
  return axes;
}

Error check_axis(size_t axis, size_t count, size_t rank) {
  ET_CHECK_OR_RETURN_ERROR(axis + count <= rank, InvalidProgram,
                           "MPS payload: indices up to axis %zu of a value "
                           "with %zu dimensions",
                           axis + count - 1, rank);
  return Error::Ok;
}

Result<ValueId> gather(GraphBuilder& builder, ValueId x, int32_t axis,
                       ValueId indices) {
  return builder.graph().add(engine::Gather{axis, false}, {x, indices});
}

}  // namespace

Error build_index_select(GraphBuilder& builder, const mpsgraph::MPSNode&,
                         const mpsgraph::MPSIndexSelect& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(indices, builder.value(node.index_id()));
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), builder.type(x).rank()));
  return builder.define(node.output_id(), gather(builder, x, axis, indices));
}

/// A padding index changes gradients alone.
Error build_embedding(GraphBuilder& builder, const mpsgraph::MPSNode&,
                      const mpsgraph::MPSEmbedding& node, int) {
  ET_MPS_ASSIGN(table, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(indices, builder.value(node.input2_id()));
  return builder.define(node.output_id(), gather(builder, table, 0, indices));
}

Error build_index_tensor(GraphBuilder& builder, const mpsgraph::MPSNode&,
                         const mpsgraph::MPSIndexTensor& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(indices, read_indices(builder, node.indices_id()));
  const size_t rank = builder.type(x).rank();
  const size_t count = indices.values.size();
  ET_CHECK_OK_OR_RETURN_ERROR(check_axis(indices.first_axis, count, rank));
  if (count == 1) {
    return builder.define(
        node.output_id(),
        builder.graph().add(
            engine::Gather{static_cast<int32_t>(indices.first_axis), true},
            {x, indices.values[0]}));
  }
  ET_MPS_ASSIGN(front,
                builder.permute(x, to_front(rank, indices.first_axis, count)));
  std::vector<ValueId> operands{front};
  operands.insert(operands.end(), indices.values.begin(), indices.values.end());
  ET_MPS_ASSIGN(found,
                builder.graph().add(engine::GatherNd{}, std::move(operands)));
  const size_t result_rank = builder.type(found).rank();
  const size_t index_rank = result_rank - (rank - count);
  return builder.define(
      node.output_id(),
      builder.permute(found,
                      from_front(result_rank, indices.first_axis, index_rank)));
}

Error build_index_put(GraphBuilder& builder, const mpsgraph::MPSNode&,
                      const mpsgraph::MPSIndexPut& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(given, builder.value(node.values_id()));
  ET_MPS_ASSIGN(indices, read_indices(builder, node.indices_id()));
  const size_t rank = builder.type(x).rank();
  const size_t count = indices.values.size();
  ET_CHECK_OK_OR_RETURN_ERROR(check_axis(indices.first_axis, count, rank));
  const std::vector<int64_t> shape = as_sizes(node.values_shape());
  ET_MPS_ASSIGN(values, shape.empty() ? Result<ValueId>(given)
                                      : builder.broadcast(given, shape));
  ET_MPS_ASSIGN(front,
                builder.permute(x, to_front(rank, indices.first_axis, count)));
  // Values have the dimensions of the index in the place of the axes.
  const size_t values_rank = builder.type(values).rank();
  ValueId updates = values;
  if (indices.first_axis > 0) {
    ET_CHECK_OR_RETURN_ERROR(values_rank >= rank - count, InvalidProgram,
                             "MPS payload: values of %zu dimensions are put "
                             "into %zu",
                             values_rank, rank);
    ET_MPS_ASSIGN(
        moved, builder.permute(values, to_front(values_rank, indices.first_axis,
                                                values_rank - (rank - count))));
    updates = moved;
  }
  std::vector<ValueId> operands{front, updates};
  operands.insert(operands.end(), indices.values.begin(), indices.values.end());
  ET_MPS_ASSIGN(result,
                builder.graph().add(engine::ScatterNd{}, std::move(operands)));
  return builder.define(
      node.output_id(),
      builder.permute(result, from_front(rank, indices.first_axis, count)));
}

/// Along one axis: the other coordinates of an element of the source are its
/// own.
Error build_scatter(GraphBuilder& builder, const mpsgraph::MPSNode&,
                    const mpsgraph::MPSScatter& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(src, builder.value(node.src_id()));
  ET_MPS_ASSIGN(index, builder.value(node.idx_id()));
  const std::vector<int64_t> sizes = builder.type(src).sizes;
  ET_CHECK_OR_RETURN_ERROR(builder.type(index).sizes == sizes, InvalidProgram,
                           "MPS payload: a scatter whose index has other "
                           "sizes than its source");
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), sizes.size()));
  ET_MPS_ASSIGN(long_index, builder.cast(index, aten::ScalarType::Long));
  std::vector<ValueId> operands{x, src};
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (static_cast<int32_t>(i) == axis) {
      operands.push_back(long_index);
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(sizes[i] <= kMaxCoordinates, NotSupported,
                             "MPS payload: a scatter over %" PRId64
                             " places, expected at most %" PRId64,
                             sizes[i], kMaxCoordinates);
    std::vector<int64_t> places(static_cast<size_t>(sizes[i]));
    std::iota(places.begin(), places.end(), 0);
    std::vector<int64_t> shape(sizes.size(), 1);
    shape[i] = sizes[i];
    ET_MPS_ASSIGN(coordinate, builder.add_indices(shape, places));
    operands.push_back(coordinate);
  }
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::ScatterNd{}, std::move(operands)));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
