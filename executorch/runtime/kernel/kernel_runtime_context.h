#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// What a kernel has at hand during one call, and where it reports a failure.
class KernelRuntimeContext {
 public:
  /// @param[in] event_tracer Tracer of the method, or nullptr.
  /// @param[in] temp_allocator Memory for the time of the call, or nullptr.
  ///     Both must outlive the context.
  explicit KernelRuntimeContext(EventTracer* event_tracer = nullptr,
                                MemoryAllocator* temp_allocator = nullptr)
      : event_tracer_(event_tracer), temp_allocator_(temp_allocator) {}

  /// Reports that the kernel failed. The kernel returns right after; its
  /// outputs are not used.
  void fail(Error error) { failure_state_ = error; }

  /// The reported failure, or Error::Ok.
  ET_NODISCARD Error failure_state() const { return failure_state_; }

  /// The tracer, or nullptr. For the runtime and its tools only.
  EventTracer* internal_event_tracer() { return event_tracer_; }

  /// Returns `size` bytes that the kernel may use until it returns.
  ///
  /// @retval Error::NotFound There is no allocator.
  /// @retval Error::MemoryAllocationFailed It has too little memory.
  Result<void*> allocate_temp(
      size_t size, size_t alignment = MemoryAllocator::kDefaultAlignment) {
    ET_CHECK_OR_RETURN_ERROR(temp_allocator_ != nullptr, NotFound,
                             "no temporary allocator");
    void* const memory = temp_allocator_->allocate(size, alignment);
    ET_CHECK_OR_RETURN_ERROR(memory != nullptr, MemoryAllocationFailed,
                             "no %zu bytes of temporary memory", size);
    return memory;
  }

 private:
  EventTracer* event_tracer_;
  MemoryAllocator* temp_allocator_;
  Error failure_state_ = Error::Ok;
};

}  // namespace runtime

namespace aten {
using RuntimeContext = runtime::KernelRuntimeContext;
}  // namespace aten

}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
using RuntimeContext = ::executorch::runtime::KernelRuntimeContext;
}  // namespace executor
}  // namespace torch
