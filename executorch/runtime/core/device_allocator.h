#pragma once

#include <cstddef>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/result.h>

namespace executorch {
namespace runtime {

/// Memory of one kind of device, and copies between it and the host.
class DeviceAllocator {
 public:
  static constexpr size_t kDefaultAlignment =
      MemoryAllocator::kDefaultAlignment;

  virtual ~DeviceAllocator() = default;

  /// Returns `nbytes` bytes on device `index`, aligned to `alignment`. Give
  /// them back with deallocate().
  virtual Result<void*> allocate(size_t nbytes, etensor::DeviceIndex index,
                                 size_t alignment = kDefaultAlignment) = 0;

  virtual void deallocate(void* ptr, etensor::DeviceIndex index) = 0;

  /// Copy `nbytes` bytes; return when the copy is complete.
  virtual Error copy_host_to_device(void* dst, const void* src, size_t nbytes,
                                    etensor::DeviceIndex index) = 0;
  virtual Error copy_device_to_host(void* dst, const void* src, size_t nbytes,
                                    etensor::DeviceIndex index) = 0;

  virtual etensor::DeviceType device_type() const = 0;
};

/// The allocators of the process, at most one for each kind of device.
class DeviceAllocatorRegistry {
 public:
  static DeviceAllocatorRegistry& instance();

  /// Adds an allocator, which must live as long as the process. Aborts on
  /// nullptr, and if there is one for its device already.
  void register_allocator(DeviceAllocator* alloc);

  /// Returns the allocator for a kind of device, or nullptr.
  DeviceAllocator* get_allocator(etensor::DeviceType type);

  DeviceAllocatorRegistry(const DeviceAllocatorRegistry&) = delete;
  DeviceAllocatorRegistry& operator=(const DeviceAllocatorRegistry&) = delete;

 private:
  constexpr DeviceAllocatorRegistry() = default;

  static DeviceAllocatorRegistry instance_;

  DeviceAllocator* allocators_[etensor::kNumDeviceTypes] = {};
};

/// The same, of the one registry.
void register_device_allocator(DeviceAllocator* alloc);
DeviceAllocator* get_device_allocator(etensor::DeviceType type);

}  // namespace runtime
}  // namespace executorch
