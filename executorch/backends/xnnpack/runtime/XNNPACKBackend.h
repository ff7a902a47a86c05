#pragma once

#include <executorch/backends/engine/delegate/delegate_options.h>

/// \file
/// The id and the options of the backend, under ExecuTorch's names.
namespace executorch {
namespace backends {
namespace xnnpack {

inline constexpr char xnnpack_backend_key[] = "XnnpackBackend";

// What each does: delegate_options.h.
inline constexpr const auto& workspace_sharing_mode_option_key =
    engine::kWorkspaceSharingKey;
inline constexpr const auto& weight_cache_option_key = engine::kWeightCacheKey;
inline constexpr const auto& packed_cache_path_option_key =
    engine::kPackedCachePathKey;
inline constexpr const auto& save_weight_cache_on_disk_option_key =
    engine::kSaveWeightCacheKey;

/// Values of workspace_sharing_mode.
enum class WorkspaceSharingMode {
  Disabled = 0,
  PerModel = 1,
  Global = 2,
  Count,
};

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
