#include <executorch/kernels/portable/portable_kernels.h>

namespace {

[[maybe_unused]] const executorch::runtime::Error kRegistered =
    executorch::runtime::register_kernels(
        executorch::kernels::portable::portable_kernels());

}  // namespace
