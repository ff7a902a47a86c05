#pragma once

#include <executorch/runtime/backend/backend_init_context.h>
#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

#include <mutex>
#include <string>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

// Keys of options, as ExecuTorch's XNNPACK delegate has them.

/// Text: a file in which packed weights are kept from one start to the next;
/// empty (as it is at first): none. Also an option of one load.
inline constexpr char kPackedCachePathKey[] = "packed_cache_path";
/// Bool: packed weights are shared by delegates. Accepted; those of one graph
/// always are, others never.
inline constexpr char kWeightCacheKey[] = "weight_cache_enabled";
/// Bool: to save packed weights now. Accepted; they are saved at once.
inline constexpr char kSaveWeightCacheKey[] = "save_weight_cache_on_disk";
/// Int: 0, each delegate has memory of its own for intermediate results; 1 or 2
/// (as it is at first), those that do not run at the same time share it, also
/// across methods. Also an option of one load.
inline constexpr char kWorkspaceSharingKey[] = "workspace_sharing_mode";

/// The options of a backend. Can be used by several threads.
class DelegateOptions {
 public:
  DelegateOptions();

  /// Sets those that it knows. Others are left to other versions.
  ///
  /// @retval Error::InvalidArgument One has another type or is out of range; it
  ///     is logged, and the rest is set.
  runtime::Error set(runtime::Span<const runtime::BackendOption> options);
  /// Fills in the values of those that it knows.
  runtime::Error get(runtime::Span<runtime::BackendOption> options) const;

  // Of a load: its own option, or that of the backend. Error::InvalidArgument
  // as set() has it.
  runtime::Result<std::string> packed_cache_path(
      const runtime::BackendInitContext& context) const;
  runtime::Result<bool> shares_workspaces(
      const runtime::BackendInitContext& context) const;

 private:
  runtime::Result<runtime::OptionValue> value_of(
      const runtime::BackendInitContext& context, const char* key) const;

  mutable std::mutex mutex_;
  std::vector<runtime::BackendOption> options_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
