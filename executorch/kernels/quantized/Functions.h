#pragma once

#include <executorch/kernels/quantized/NativeFunctions.h>

#include <type_traits>
#include <utility>

/// \file
/// The quantized operators by the names of upstream's other generated header,
/// the schema's name and `_outf`:
///   torch::executor::quantized_decomposed::quantize_per_tensor_outf(
///       context, input, 0.5, 3, -128, 127, dtype, out);
/// An operator's overloads are told apart by their arguments.
namespace torch::executor::quantized_decomposed {

#define ET_OP(name, overload, schema, out_overload, shape, decompose, kernel) \
  ET_IF_KERNEL(                                                               \
      kernel,                                                                 \
      template <class... Args,                                                \
                std::enable_if_t<                                             \
                    std::is_invocable_v<decltype(native::kernel), Args...>,   \
                    const ::executorch::kernels::quantized::rows::kernel*> =  \
                    nullptr>                                                  \
      decltype(auto) name##_outf(Args&&... args) {                            \
        return native::kernel(std::forward<Args>(args)...);                   \
      })
#include <executorch/ops/quantized_ops.def>
#undef ET_OP

}  // namespace torch::executor::quantized_decomposed
