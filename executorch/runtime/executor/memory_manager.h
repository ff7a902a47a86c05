#pragma once

#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace runtime {

/// The memory that a caller gives a method. Allocators and manager are the
/// caller's and must outlive the method; one manager serves one method.
class MemoryManager final {
 public:
  /// @param[in] method_allocator For what lives as long as the method: values,
  ///     argument lists, what delegates need. Not reset by the method.
  /// @param[in] planned_memory For planned tensors: for each i below
  ///     MethodMeta::num_memory_planned_buffers() a buffer of at least
  ///     memory_planned_buffer_size(i) bytes. nullptr if there are none.
  /// @param[in] temp_allocator For what lives during one instruction; reset
  ///     after each. With nullptr the platform's et_pal_allocate() is used.
  explicit MemoryManager(MemoryAllocator* method_allocator,
                         HierarchicalAllocator* planned_memory = nullptr,
                         MemoryAllocator* temp_allocator = nullptr)
      : method_allocator_(method_allocator),
        planned_memory_(planned_memory),
        temp_allocator_(temp_allocator) {
    ET_CHECK_MSG(method_allocator != temp_allocator,
                 "method allocator cannot be the same as temp allocator");
  }

  ET_DEPRECATED MemoryManager(ET_UNUSED MemoryAllocator* constant_allocator,
                              HierarchicalAllocator* non_constant_allocator,
                              MemoryAllocator* runtime_allocator,
                              MemoryAllocator* temporary_allocator)
      : MemoryManager(runtime_allocator, non_constant_allocator,
                      temporary_allocator) {}

  MemoryAllocator* method_allocator() const { return method_allocator_; }
  HierarchicalAllocator* planned_memory() const { return planned_memory_; }
  MemoryAllocator* temp_allocator() const { return temp_allocator_; }

  /// The devices of the planned buffers; empty if all are in host memory.
  Span<const etensor::Device> planned_buffer_devices() const {
    return planned_memory_ == nullptr
               ? Span<const etensor::Device>()
               : planned_memory_->planned_buffer_devices();
  }
  bool has_device_memory() const { return !planned_buffer_devices().empty(); }

 private:
  MemoryAllocator* method_allocator_;
  HierarchicalAllocator* planned_memory_;
  MemoryAllocator* temp_allocator_;
};

}  // namespace runtime
}  // namespace executorch
