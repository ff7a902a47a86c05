#pragma once

#include <cstdint>
#include <cstring>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/log.h>

namespace executorch {
namespace extension {

/// Loads from memory of the caller, without copies. The memory must outlive the
/// loader and all that it loads; a program needs it aligned to
/// alignof(std::max_align_t).
class BufferDataLoader final : public runtime::DataLoader {
 public:
  BufferDataLoader(const void* data, size_t size)
      : data_(static_cast<const uint8_t*>(data)), size_(size) {}

  ET_NODISCARD runtime::Result<runtime::FreeableBuffer> load(
      size_t offset, size_t size,
      ET_UNUSED const SegmentInfo& segment_info) const override {
    ET_CHECK_OR_RETURN_ERROR(
        runtime::internal::range_fits(offset, size, size_), InvalidArgument,
        "%zu bytes at offset %zu wanted of %zu", size, offset, size_);
    return runtime::FreeableBuffer(data_ + offset, size, nullptr);
  }

  ET_NODISCARD runtime::Error load_into(size_t offset, size_t size,
                                        const SegmentInfo& segment_info,
                                        void* buffer) const override {
    ET_CHECK_OR_RETURN_ERROR(buffer != nullptr, InvalidArgument,
                             "no buffer to load into");
    const auto data = load(offset, size, segment_info);
    if (!data.ok()) {
      return data.error();
    }
    if (size > 0) {
      std::memcpy(buffer, data->data(), size);
    }
    return runtime::Error::Ok;
  }

  ET_NODISCARD runtime::Result<size_t> size() const override { return size_; }

 private:
  const uint8_t* const data_;
  const size_t size_;
};

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::BufferDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
