#pragma once

#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/executor/program.h>

namespace executorch_flatbuffer {
struct BackendDelegate;
}  // namespace executorch_flatbuffer

namespace executorch {
namespace runtime {

/// A delegate of a method: its backend, its payload and its handle. It cannot
/// be copied or moved, since the backend keeps a pointer to the payload.
class BackendDelegate final {
 public:
  /// Looks up the backend, loads the payload and initialises the delegate.
  ///
  /// @param[in] delegate A checked delegate of `program`.
  /// @param[out] out Where it is made; uninitialised memory, and left so if an
  ///     error is returned.
  /// @retval Error::NotFound The backend is not registered or not available.
  /// Otherwise what loading or the backend returns.
  static Error Init(const executorch_flatbuffer::BackendDelegate& delegate,
                    const Program* program, BackendInitContext& context,
                    BackendDelegate* out);

  ~BackendDelegate() { backend_->destroy(handle_); }

  Error Execute(BackendExecutionContext& context, Span<EValue*> args) const {
    return backend_->execute(context, handle_, args);
  }

  BackendDelegate(const BackendDelegate&) = delete;
  BackendDelegate& operator=(const BackendDelegate&) = delete;

 private:
  BackendDelegate(const BackendInterface* backend, FreeableBuffer&& payload)
      : payload_(std::move(payload)), backend_(backend), handle_(nullptr) {}

  static Result<FreeableBuffer> load_payload(
      const executorch_flatbuffer::BackendDelegate& delegate,
      const Program* program);

  FreeableBuffer payload_;
  const BackendInterface* backend_;
  DelegateHandle* handle_;
};

}  // namespace runtime
}  // namespace executorch
