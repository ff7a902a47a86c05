#include <executorch/backends/engine/graph/conversions.h>

#include <utility>

namespace executorch::backends::engine {

Result<ValueId> cast(Graph& graph, ValueId value, ScalarType dtype) {
  const TensorType type = graph.type(value);
  return type.dtype == dtype
             ? Result<ValueId>(value)
             : graph.add(Cast{}, {value}, TensorType{dtype, type.sizes});
}

Result<ValueId> reshape(Graph& graph, ValueId value,
                        std::vector<int64_t> sizes) {
  const TensorType& type = graph.type(value);
  return type.sizes == sizes
             ? Result<ValueId>(value)
             : graph.add(Reshape{}, {value},
                         TensorType{type.dtype, std::move(sizes)});
}

Result<ValueId> broadcast(Graph& graph, ValueId value,
                          std::vector<int64_t> sizes) {
  const TensorType& type = graph.type(value);
  return type.sizes == sizes
             ? Result<ValueId>(value)
             : graph.add(Broadcast{}, {value},
                         TensorType{type.dtype, std::move(sizes)});
}

Result<ValueId> permute(Graph& graph, ValueId value,
                        std::vector<int32_t> axes) {
  bool is_identity = axes.size() == graph.type(value).rank();
  for (size_t i = 0; i < axes.size(); ++i) {
    is_identity = is_identity && axes[i] == static_cast<int32_t>(i);
  }
  return is_identity ? Result<ValueId>(value)
                     : graph.add(Transpose{std::move(axes)}, {value});
}

}  // namespace executorch::backends::engine
