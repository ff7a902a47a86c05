#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace runtime {

/// The memory of planned tensors: a list of buffers of the caller. A program
/// addresses them as (memory_id, offset); buffer i serves the planned buffer i
/// of the method (MethodMeta::memory_planned_buffer_size).
class HierarchicalAllocator final {
 public:
  /// @param[in] buffers The buffers. List and memory belong to the caller and
  ///     must outlive the methods that use them.
  explicit HierarchicalAllocator(Span<Span<uint8_t>> buffers)
      : buffers_(buffers) {}

  /// @param[in] buffers As above.
  /// @param[in] planned_buffer_devices The device that each buffer lies on; as
  ///     many as there are buffers.
  HierarchicalAllocator(Span<Span<uint8_t>> buffers,
                        Span<const etensor::Device> planned_buffer_devices)
      : buffers_(buffers), planned_buffer_devices_(planned_buffer_devices) {
    ET_CHECK_MSG(planned_buffer_devices.size() == buffers.size(),
                 "%zu devices for %zu buffers", planned_buffer_devices.size(),
                 buffers.size());
  }

  /// Takes the whole buffers of at most 16 allocators.
  ET_DEPRECATED HierarchicalAllocator(uint32_t n_allocators,
                                      MemoryAllocator* allocators)
      : buffers_(to_spans(n_allocators, allocators)) {}

  /// Returns the address of `size_bytes` bytes at `offset_bytes` of the buffer
  /// `memory_id`.
  ///
  /// @retval Error::InvalidArgument There is no such buffer, or the sum of
  ///     offset and size does not fit size_t.
  /// @retval Error::MemoryAllocationFailed The buffer is too small.
  ET_NODISCARD Result<void*> get_offset_address(uint32_t memory_id,
                                                size_t offset_bytes,
                                                size_t size_bytes);

  /// The devices of the buffers; empty if all are in host memory.
  Span<const etensor::Device> planned_buffer_devices() const {
    return planned_buffer_devices_;
  }

  /// The buffers.
  Span<Span<uint8_t>> buffers() const { return buffers_; }

 private:
  static constexpr size_t kSpanArraySize = 16;

  Span<Span<uint8_t>> to_spans(uint32_t n_allocators,
                               MemoryAllocator* allocators);

  Span<uint8_t> span_array_[kSpanArraySize];
  Span<Span<uint8_t>> buffers_;
  Span<const etensor::Device> planned_buffer_devices_;
};

}  // namespace runtime
}  // namespace executorch
