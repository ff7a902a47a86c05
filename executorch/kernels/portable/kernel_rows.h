#pragma once

#include <executorch/kernels/portable/boxing.h>
#include <executorch/runtime/kernel/operator_registry.h>

/// \file
/// What a kernel library makes of the operator rows. Each is an ET_OP:
///   #define ET_OP ET_ROW_FUNCTION
///   #include <executorch/ops/portable_ops.def>
///   #undef ET_OP

/// A type of the kernel's name, in a namespace `rows`: what `boxed` reads.
#define ET_ROW_TYPE(name, overload, schema, out_overload, shape, decompose, \
                    kernel)                                                 \
  ET_IF_KERNEL(                                                             \
      kernel, struct kernel {                                               \
        static constexpr std::string_view kSchema = schema;                 \
        static constexpr executorch::ops::KernelName kName =                \
            executorch::ops::kernel_name(schema, #out_overload);            \
        static_assert(kName.valid, "operator name is too long");            \
      };)

/// The declaration of the kernel, with the parameters of its schema.
#define ET_ROW_FUNCTION(name, overload, schema, out_overload, shape, \
                        decompose, kernel)                           \
  ET_IF_KERNEL(kernel,                                               \
               executorch::kernels::KernelFunction<rows::kernel> kernel;)

/// Its entry in a table of runtime::Kernel.
#define ET_ROW_ENTRY(name, overload, schema, out_overload, shape, decompose, \
                     kernel)                                                 \
  ET_IF_KERNEL(kernel,                                                       \
               executorch::runtime::Kernel(                                  \
                   rows::kernel::kName.text,                                 \
                   executorch::kernels::boxed<rows::kernel, &kernel>,        \
                   executorch::kernels::num_args(schema),                    \
                   executorch::kernels::written_args(schema)), )
