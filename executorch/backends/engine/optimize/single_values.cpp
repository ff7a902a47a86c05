#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/backends/engine/optimize/single_values.h>

namespace executorch::backends::engine {

std::optional<double> number_of(const Graph& graph, ValueId id) {
  const Value& value = graph.values()[id];
  if (!value.is_constant() || value.type.numel() != 1) {
    return std::nullopt;
  }
  float number = 0;
  block_loader<float>(value.type.dtype)(value.data, &number, 1);
  return number;
}

bool keeps_order(const std::vector<int64_t>& sizes,
                 const std::vector<int32_t>& axes) {
  int32_t last = -1;
  for (const int32_t axis : axes) {
    if (sizes[static_cast<size_t>(axis)] != 1) {
      if (axis < last) {
        return false;
      }
      last = axis;
    }
  }
  return true;
}

}  // namespace executorch::backends::engine
