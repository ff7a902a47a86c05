#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// Kinds of devices. The numbers are those of the program file.
enum class DeviceType : int8_t {
  CPU = 0,
  CUDA = 1,
};

constexpr size_t kNumDeviceTypes = 2;

/// Which device of its kind; -1 is the current one.
using DeviceIndex = int8_t;

/// The place where the data of a tensor are.
struct Device final {
  using Type = DeviceType;

  /* implicit */ Device(DeviceType type, DeviceIndex index = 0)
      : type_(type), index_(index) {}

  DeviceType type() const noexcept { return type_; }
  bool is_cpu() const noexcept { return type_ == DeviceType::CPU; }
  DeviceIndex index() const noexcept { return index_; }
  bool operator==(const Device& other) const noexcept {
    return type_ == other.type_ && index_ == other.index_;
  }
  bool operator!=(const Device& other) const noexcept {
    return !(*this == other);
  }

 private:
  DeviceType type_;
  DeviceIndex index_;
};

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
