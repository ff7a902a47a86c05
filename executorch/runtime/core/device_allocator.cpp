#include <executorch/runtime/core/device_allocator.h>

namespace executorch {
namespace runtime {

DeviceAllocatorRegistry DeviceAllocatorRegistry::instance_;

DeviceAllocatorRegistry& DeviceAllocatorRegistry::instance() {
  return instance_;
}

void DeviceAllocatorRegistry::register_allocator(DeviceAllocator* alloc) {
  ET_CHECK_MSG(alloc != nullptr, "no device allocator");
  const auto index = static_cast<size_t>(alloc->device_type());
  ET_CHECK_MSG(index < etensor::kNumDeviceTypes, "device type %zu", index);
  ET_CHECK_MSG(allocators_[index] == nullptr,
               "Allocator already registered for device type %zu", index);
  allocators_[index] = alloc;
}

DeviceAllocator* DeviceAllocatorRegistry::get_allocator(
    etensor::DeviceType type) {
  const auto index = static_cast<size_t>(type);
  return index < etensor::kNumDeviceTypes ? allocators_[index] : nullptr;
}

void register_device_allocator(DeviceAllocator* alloc) {
  DeviceAllocatorRegistry::instance().register_allocator(alloc);
}

DeviceAllocator* get_device_allocator(etensor::DeviceType type) {
  return DeviceAllocatorRegistry::instance().get_allocator(type);
}

}  // namespace runtime
}  // namespace executorch
