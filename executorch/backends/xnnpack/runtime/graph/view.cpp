#include <executorch/backends/xnnpack/runtime/graph/view.h>

namespace executorch {
namespace backends {
namespace xnnpack {

Axes inverse(const Axes& axes) {
  Axes result(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    result[static_cast<size_t>(axes[i])] = static_cast<int32_t>(i);
  }
  return result;
}

Axes composed(const Axes& first, const Axes& second) {
  if (first.empty() || second.empty()) {
    return first.empty() ? second : first;
  }
  Axes result(second.size());
  bool is_identity = true;
  for (size_t i = 0; i < second.size(); ++i) {
    result[i] = first[static_cast<size_t>(second[i])];
    is_identity = is_identity && result[i] == static_cast<int32_t>(i);
  }
  return is_identity ? Axes() : result;
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
