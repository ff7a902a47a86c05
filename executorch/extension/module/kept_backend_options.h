#pragma once

#include <vector>

#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/core/result.h>

namespace executorch {
namespace extension {
namespace module {
namespace internal {

/// A LoadBackendOptionsMap whose options are its own: the map that a caller
/// hands over names options of the caller's.
class KeptBackendOptions {
 public:
  KeptBackendOptions() = default;
  // Not copied: the map points to the options.
  KeptBackendOptions(KeptBackendOptions&&) = default;
  KeptBackendOptions& operator=(KeptBackendOptions&&) = default;

  /// @retval as LoadBackendOptionsMap::set_options()
  static runtime::Result<KeptBackendOptions> copy(
      const runtime::LoadBackendOptionsMap& given);

  const runtime::LoadBackendOptionsMap& map() const { return map_; }

 private:
  /// Of each backend, on the heap, where they stay when this is moved.
  std::vector<std::vector<runtime::BackendOption>> options_;
  runtime::LoadBackendOptionsMap map_;
};

}  // namespace internal
}  // namespace module
}  // namespace extension
}  // namespace executorch
