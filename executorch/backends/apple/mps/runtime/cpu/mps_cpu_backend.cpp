#include <executorch/backends/apple/mps/runtime/cpu/mps_cpu_backend.h>

#include <executorch/backends/apple/mps/runtime/cpu/mps_cpu_delegate.h>
#include <executorch/runtime/backend/interface.h>

namespace executorch {
namespace backends {
namespace mps {
namespace {

using runtime::ArrayRef;
using runtime::BackendExecutionContext;
using runtime::BackendInitContext;
using runtime::CompileSpec;
using runtime::DelegateHandle;
using runtime::Error;
using runtime::EValue;
using runtime::FreeableBuffer;
using runtime::Result;
using runtime::Span;

class MPSCpuBackend final : public runtime::BackendInterface {
 public:
  bool is_available() const override { return true; }

  Result<DelegateHandle*> init(BackendInitContext&, FreeableBuffer* processed,
                               ArrayRef<CompileSpec>) const override {
    Result<std::unique_ptr<MPSCpuDelegate>> delegate =
        MPSCpuDelegate::create(processed->data(), processed->size());
    if (!delegate.ok()) {
      return delegate.error();
    }
    return delegate->release();
  }

  Error execute(BackendExecutionContext&, DelegateHandle* handle,
                Span<EValue*> args) const override {
    return static_cast<MPSCpuDelegate*>(handle)->execute(args);
  }

  void destroy(DelegateHandle* handle) const override {
    delete static_cast<MPSCpuDelegate*>(handle);
  }
};

}  // namespace

Error register_mps_cpu_backend() {
  static MPSCpuBackend backend;
  return runtime::register_backend({"MPSBackend", &backend});
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
