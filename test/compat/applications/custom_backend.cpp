#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>

#include <cstring>
#include <new>

#include "applications.h"

using executorch::aten::Tensor;
using executorch::runtime::ArrayRef;
using executorch::runtime::Backend;
using executorch::runtime::BackendExecutionContext;
using executorch::runtime::BackendInitContext;
using executorch::runtime::BackendInterface;
using executorch::runtime::CompileSpec;
using executorch::runtime::DelegateHandle;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::Result;
using executorch::runtime::Span;

namespace {

/// What a payload says: the number to multiply with.
struct DemoHandle {
  float factor;
};

class DemoBackend final : public BackendInterface {
 public:
  ~DemoBackend() override = default;

  bool is_available() const override { return true; }

  Result<DelegateHandle*> init(
      BackendInitContext& context, FreeableBuffer* processed,
      ArrayRef<CompileSpec> compile_specs) const override {
    MemoryAllocator* allocator = context.get_runtime_allocator();
    auto* memory = allocator->allocateInstance<DemoHandle>();
    if (memory == nullptr) {
      return Error::MemoryAllocationFailed;
    }
    auto* handle = new (memory) DemoHandle{0};
    if (processed->size() < sizeof(handle->factor)) {
      return Error::DelegateInvalidCompatibility;
    }
    std::memcpy(&handle->factor, processed->data(), sizeof(handle->factor));
    processed->Free();
    for (const CompileSpec& spec : compile_specs) {
      if (std::strcmp(spec.key, "negate") == 0) {
        handle->factor = -handle->factor;
      }
    }
    return handle;
  }

  Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                Span<EValue*> args) const override {
    (void)context;
    const Tensor& in = args[0]->toTensor();
    Tensor out = args[1]->toTensor();
    for (ssize_t i = 0; i < in.numel(); ++i) {
      out.mutable_data_ptr<float>()[i] =
          static_cast<DemoHandle*>(handle)->factor *
          in.const_data_ptr<float>()[i];
    }
    return Error::Ok;
  }

  void destroy(DelegateHandle* handle) const override {
    static_cast<DemoHandle*>(handle)->~DemoHandle();
  }
};

auto demo_backend = DemoBackend();
Backend demo_backend_id{"DemoBackend", &demo_backend};
auto registered = executorch::runtime::register_backend(demo_backend_id);

}  // namespace

namespace applications {

std::vector<float> run_custom_backend(const std::string& program_path,
                                      const std::vector<float>& values) {
  if (registered != Error::Ok) {
    return {};
  }
  executorch::extension::Module module(program_path);
  std::vector<float> data = values;
  const auto outputs = module.forward(executorch::extension::from_blob(
      data.data(), {static_cast<int32_t>(data.size())}));
  if (!outputs.ok()) {
    return {};
  }
  const auto tensor = outputs->at(0).toTensor();
  return {tensor.const_data_ptr<float>(),
          tensor.const_data_ptr<float>() + tensor.numel()};
}

}  // namespace applications
