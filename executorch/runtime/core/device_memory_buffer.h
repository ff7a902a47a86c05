#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace runtime {

/// Owns memory of a device.
class DeviceMemoryBuffer final {
 public:
  /// Allocates `size` bytes with the allocator registered for `type`.
  ///
  /// @retval Error::NotFound There is no allocator for `type`.
  /// Otherwise what the allocator returns.
  static Result<DeviceMemoryBuffer> create(
      size_t size, etensor::DeviceType type, etensor::DeviceIndex index = 0,
      size_t alignment = DeviceAllocator::kDefaultAlignment);

  DeviceMemoryBuffer() = default;
  ~DeviceMemoryBuffer() {
    if (ptr_ != nullptr && allocator_ != nullptr) {
      allocator_->deallocate(ptr_, device_index_);
    }
  }

  DeviceMemoryBuffer(DeviceMemoryBuffer&& other) noexcept { swap(other); }
  DeviceMemoryBuffer& operator=(DeviceMemoryBuffer&& other) noexcept {
    if (this != &other) {
      DeviceMemoryBuffer(std::move(other)).swap(*this);
    }
    return *this;
  }
  DeviceMemoryBuffer(const DeviceMemoryBuffer&) = delete;
  DeviceMemoryBuffer& operator=(const DeviceMemoryBuffer&) = delete;

  /// Start of the memory; an address of the device.
  void* data() const { return ptr_; }
  /// Number of bytes.
  size_t size() const { return size_; }
  /// The memory in the form in which HierarchicalAllocator takes it.
  Span<uint8_t> as_span() const { return {static_cast<uint8_t*>(ptr_), size_}; }

 private:
  DeviceMemoryBuffer(void* ptr, size_t size, DeviceAllocator* allocator,
                     etensor::DeviceIndex device_index)
      : ptr_(ptr),
        size_(size),
        allocator_(allocator),
        device_index_(device_index) {}

  void swap(DeviceMemoryBuffer& other) noexcept {
    std::swap(ptr_, other.ptr_);
    std::swap(size_, other.size_);
    std::swap(allocator_, other.allocator_);
    std::swap(device_index_, other.device_index_);
  }

  void* ptr_ = nullptr;
  size_t size_ = 0;
  DeviceAllocator* allocator_ = nullptr;
  etensor::DeviceIndex device_index_ = 0;
};

}  // namespace runtime
}  // namespace executorch
