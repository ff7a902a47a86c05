#include <executorch/kernels/quantized/quantized_kernels.h>

namespace {

[[maybe_unused]] const executorch::runtime::Error kRegistered =
    executorch::runtime::register_kernels(
        executorch::kernels::quantized::quantized_kernels());

}  // namespace
