#include <executorch/backends/apple/mps/runtime/best_mps_backend.h>

namespace {

[[maybe_unused]] const executorch::runtime::Error kRegistered =
    executorch::backends::mps::register_best_mps_backend();

}  // namespace
