#include <executorch/exir/backend/work.h>

#include <executorch/exir/ir/op_info.h>

namespace executorch::exir {
namespace {

/// Elements at the upper bound of the sizes from dimension `first` on.
int64_t max_numel(const Value& value, size_t first = 0) {
  int64_t numel = 1;
  for (size_t i = first; i < value.sizes().size(); ++i) {
    numel *= value.sizes()[i].range().max.value_or(0);
  }
  return numel;
}

}  // namespace

int64_t multiply_adds(const Node& node) {
  const std::string& name = node.op().schema.name;
  if (name == "convolution") {
    const Value& weight = *node.tensor("weight");
    const bool transposed = node.bool_value("transposed");
    const Value& places = transposed ? *node.tensor("input") : *node.output();
    return max_numel(places) * max_numel(weight, 1);
  }
  if (name == "mm" || name == "bmm" || name == "addmm" || name == "baddbmm") {
    const Value& left = *node.tensor(name == "addmm"     ? "mat1"
                                     : name == "baddbmm" ? "batch1"
                                                         : "self");
    return max_numel(*node.output()) * max_numel(left, left.sizes().size() - 1);
  }
  return 0;
}

}  // namespace executorch::exir
