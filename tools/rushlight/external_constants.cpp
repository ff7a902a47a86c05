#include "external_constants.h"

#include <set>

namespace rushlight {

namespace fb = executorch_flatbuffer;

std::vector<std::string> external_constants(const fb::ExecutionPlan& plan) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  if (plan.values() == nullptr) {
    return names;
  }
  for (const auto* value : *plan.values()) {
    const auto* tensor = value->val_as_Tensor();
    const auto* extra =
        tensor == nullptr ? nullptr : tensor->extra_tensor_info();
    if (extra == nullptr ||
        extra->location() != fb::TensorDataLocation::EXTERNAL ||
        extra->fully_qualified_name() == nullptr) {
      continue;
    }
    const std::string name = extra->fully_qualified_name()->str();
    if (seen.insert(name).second) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace rushlight
