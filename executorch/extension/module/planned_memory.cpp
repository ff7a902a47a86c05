#include <executorch/extension/module/planned_memory.h>

#include <algorithm>
#include <utility>

namespace executorch {
namespace extension {
namespace module {
namespace internal {

using runtime::Error;
using runtime::MethodMeta;
using runtime::Result;

Result<HostBuffer> HostBuffer::create(size_t nbytes) {
  auto* const memory =
      static_cast<uint8_t*>(std::calloc(std::max<size_t>(nbytes, 1), 1));
  ET_CHECK_OR_RETURN_ERROR(memory != nullptr, MemoryAllocationFailed,
                           "no %zu bytes for a planned buffer", nbytes);
  return HostBuffer(memory, nbytes);
}

Error PlannedMemory::add(const MethodMeta& meta, size_t index) {
  const auto nbytes = meta.memory_planned_buffer_size(index);
  const auto device = meta.memory_planned_buffer_device(index);
  if (!nbytes.ok() || !device.ok()) {
    return nbytes.ok() ? device.error() : nbytes.error();
  }
  devices_.push_back(*device);
  if (device->is_cpu()) {
    auto buffer = HostBuffer::create(static_cast<size_t>(*nbytes));
    if (!buffer.ok()) {
      return buffer.error();
    }
    spans_.push_back(buffer->span());
    host_buffers_.push_back(std::move(*buffer));
    return Error::Ok;
  }
  auto buffer = runtime::DeviceMemoryBuffer::create(
      static_cast<size_t>(*nbytes), device->type(), device->index());
  ET_CHECK_OK_OR_RETURN_ERROR(buffer.error(),
                              "no device memory for planned buffer %zu", index);
  spans_.push_back(buffer->as_span());
  device_buffers_.push_back(std::move(*buffer));
  return Error::Ok;
}

namespace {

bool uses_devices(const MethodMeta& meta) {
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    const auto device = meta.memory_planned_buffer_device(i);
    if (device.ok() && !device->is_cpu()) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<PlannedMemory>> PlannedMemory::create(
    const MethodMeta& meta, const std::vector<HostBuffer>& shared) {
  const bool on_device = uses_devices(meta);
  ET_CHECK_OR_RETURN_ERROR(!on_device || shared.empty(), NotSupported,
                           "methods with memory on a device cannot share it");
  std::unique_ptr<PlannedMemory> planned(new PlannedMemory());
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    if (i < shared.size()) {
      planned->spans_.push_back(shared[i].span());
      planned->devices_.emplace_back(runtime::etensor::DeviceType::CPU);
    } else {
      ET_CHECK_OK_OR_RETURN_ERROR(planned->add(meta, i));
    }
  }
  const runtime::Span<runtime::Span<uint8_t>> spans(planned->spans_.data(),
                                                    planned->spans_.size());
  if (on_device) {
    planned->allocator_.emplace(
        spans, runtime::Span<const runtime::etensor::Device>(
                   planned->devices_.data(), planned->devices_.size()));
  } else {
    planned->allocator_.emplace(spans);
  }
  return planned;
}

Result<std::vector<HostBuffer>> create_shared_arenas(
    const std::vector<MethodMeta>& methods) {
  constexpr size_t kMaxShared = 2;
  size_t num_shared = 0;
  size_t nbytes[kMaxShared] = {};
  for (const MethodMeta& meta : methods) {
    const size_t count =
        std::min(kMaxShared, meta.num_memory_planned_buffers());
    num_shared = std::max(num_shared, count);
    for (size_t i = 0; i < count; ++i) {
      const auto size = meta.memory_planned_buffer_size(i);
      if (!size.ok()) {
        return size.error();
      }
      nbytes[i] = std::max(nbytes[i], static_cast<size_t>(*size));
    }
  }
  std::vector<HostBuffer> arenas;
  for (size_t i = 0; i < num_shared; ++i) {
    auto buffer = HostBuffer::create(nbytes[i]);
    if (!buffer.ok()) {
      return buffer.error();
    }
    arenas.push_back(std::move(*buffer));
  }
  return arenas;
}

}  // namespace internal
}  // namespace module
}  // namespace extension
}  // namespace executorch
