#include <executorch/kernels/prim_ops/prim_ops.h>

namespace {

[[maybe_unused]] const executorch::runtime::Error kRegistered =
    executorch::runtime::register_kernels(
        executorch::kernels::prim_ops_kernels());

}  // namespace
