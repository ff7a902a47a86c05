#include <executorch/backends/xnnpack/runtime/delegate/xnnpack_backend.h>

namespace {

[[maybe_unused]] const executorch::runtime::Error kRegistered =
    executorch::backends::xnnpack::register_xnnpack_backend();

}  // namespace
