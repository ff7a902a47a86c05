#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/kernel/kernel_includes.h>

#include "applications.h"

namespace demo::native {

using ::executorch::aten::ScalarType;
using ::executorch::aten::Tensor;
using ::executorch::runtime::Error;
using ::executorch::runtime::KernelRuntimeContext;

/// out = self + factor * other.
Tensor& scale_add_out(KernelRuntimeContext& ctx, const Tensor& self,
                      const Tensor& other, double factor, Tensor& out) {
  ET_KERNEL_CHECK(ctx, self.scalar_type() == out.scalar_type(), InvalidArgument,
                  out);
  ET_KERNEL_CHECK(
      ctx, executorch::runtime::resize_tensor(out, self.sizes()) == Error::Ok,
      InvalidArgument, out);
  ET_SWITCH_FLOAT_TYPES(self.scalar_type(), ctx, "scale_add.out", CTYPE, [&] {
    const CTYPE* a = self.const_data_ptr<CTYPE>();
    const CTYPE* b = other.const_data_ptr<CTYPE>();
    CTYPE* to = out.mutable_data_ptr<CTYPE>();
    for (ssize_t i = 0; i < out.numel(); ++i) {
      to[i] = a[i] + static_cast<CTYPE>(factor) * b[i];
    }
  });
  return out;
}

}  // namespace demo::native

EXECUTORCH_LIBRARY(demo_ops, "scale_add.out", demo::native::scale_add_out);

namespace applications {

std::vector<float> run_custom_kernel(const std::string& program_path,
                                     const std::vector<float>& values) {
  executorch::extension::Module module(program_path);
  const auto output =
      module.get("forward", executorch::extension::make_tensor_ptr(
                                {static_cast<int32_t>(values.size())}, values));
  if (!output.ok()) {
    return {};
  }
  const auto tensor = output->toTensor();
  return {tensor.const_data_ptr<float>(),
          tensor.const_data_ptr<float>() + tensor.numel()};
}

}  // namespace applications
