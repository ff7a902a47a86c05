#pragma once

#include <executorch/kernels/quantized/kernels.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/platform/assert.h>

#include <utility>

/// \file
/// The quantized kernels by the names of upstream's generated header, for code
/// that calls them directly:
///   torch::executor::native::quantize_per_tensor_out(context, input, 0.5, 3,
///                                                    -128, 127, dtype, out);
/// Each may also be called without the context; there is nobody then to tell
/// that a kernel refused its arguments, and the process ends.
namespace executorch::kernels::quantized {

template <class Kernel>
struct NativeFunction;

template <class Return, class... Args>
struct NativeFunction<Return(runtime::KernelRuntimeContext&, Args...)> {
  Return (*kernel)(runtime::KernelRuntimeContext&, Args...);

  Return operator()(runtime::KernelRuntimeContext& context,
                    Args... args) const {
    return kernel(context, std::forward<Args>(args)...);
  }

  Return operator()(Args... args) const {
    runtime::KernelRuntimeContext context;
    Return result = kernel(context, std::forward<Args>(args)...);
    ET_CHECK_MSG(context.failure_state() == runtime::Error::Ok,
                 "a quantized kernel refused its arguments");
    return result;
  }
};

}  // namespace executorch::kernels::quantized

namespace torch::executor::native {

#define ET_OP(name, overload, schema, out_overload, shape, decompose, kernel) \
  ET_IF_KERNEL(                                                               \
      kernel,                                                                 \
      inline constexpr ::executorch::kernels::quantized::NativeFunction<      \
          ::executorch::kernels::KernelFunction<                              \
              ::executorch::kernels::quantized::rows::kernel>>                \
          kernel{&::executorch::kernels::quantized::kernel};)
#include <executorch/ops/quantized_ops.def>
#undef ET_OP

}  // namespace torch::executor::native
