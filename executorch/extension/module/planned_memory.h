#pragma once

#include <executorch/runtime/core/device_memory_buffer.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/executor/method_meta.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace executorch {
namespace extension {
namespace module {
namespace internal {

/// Memory of the host, zeros at first.
class HostBuffer {
 public:
  /// @retval Error::MemoryAllocationFailed There is none.
  static runtime::Result<HostBuffer> create(size_t nbytes);

  runtime::Span<uint8_t> span() const { return {memory_.get(), nbytes_}; }

 private:
  struct Free {
    void operator()(uint8_t* memory) const { std::free(memory); }
  };

  HostBuffer(uint8_t* memory, size_t nbytes)
      : memory_(memory), nbytes_(nbytes) {}

  std::unique_ptr<uint8_t[], Free> memory_;
  size_t nbytes_;
};

/// The planned buffers of a method, on whatever device the program wants them.
class PlannedMemory {
 public:
  /// @param[in] meta The method.
  /// @param[in] shared Buffers that serve the first planned buffers instead of
  ///     new ones; they must outlive the result.
  /// @retval Error::MemoryAllocationFailed There is too little memory.
  /// @retval Error::NotSupported A device buffer would be shared.
  /// Otherwise what the device's allocator returns.
  static runtime::Result<std::unique_ptr<PlannedMemory>> create(
      const runtime::MethodMeta& meta, const std::vector<HostBuffer>& shared);

  PlannedMemory(const PlannedMemory&) = delete;
  PlannedMemory& operator=(const PlannedMemory&) = delete;

  /// Valid as long as this object.
  runtime::HierarchicalAllocator* allocator() { return &*allocator_; }

 private:
  PlannedMemory() = default;

  runtime::Error add(const runtime::MethodMeta& meta, size_t index);

  std::vector<HostBuffer> host_buffers_;
  std::vector<runtime::DeviceMemoryBuffer> device_buffers_;
  std::vector<runtime::Span<uint8_t>> spans_;
  std::vector<runtime::etensor::Device> devices_;
  std::optional<runtime::HierarchicalAllocator> allocator_;
};

/// Returns buffers that are large enough for the planned buffers 1 and 2 of all
/// methods: the usual arena, and that of the mutable state.
///
/// @retval Error::MemoryAllocationFailed There is too little memory.
runtime::Result<std::vector<HostBuffer>> create_shared_arenas(
    const std::vector<runtime::MethodMeta>& methods);

}  // namespace internal
}  // namespace module
}  // namespace extension
}  // namespace executorch
