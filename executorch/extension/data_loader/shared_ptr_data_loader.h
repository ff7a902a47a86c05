#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <executorch/extension/data_loader/buffer_data_loader.h>

namespace executorch {
namespace extension {

/// As BufferDataLoader, for memory that it shares with the caller. What is
/// loaded must not outlive the loader.
class SharedPtrDataLoader final : public runtime::DataLoader {
 public:
  SharedPtrDataLoader(std::shared_ptr<void> data, size_t size)
      : data_(std::move(data)), view_(data_.get(), size) {}

  ET_NODISCARD runtime::Result<runtime::FreeableBuffer> load(
      size_t offset, size_t size,
      const SegmentInfo& segment_info) const override {
    return view_.load(offset, size, segment_info);
  }

  ET_NODISCARD runtime::Error load_into(size_t offset, size_t size,
                                        const SegmentInfo& segment_info,
                                        void* buffer) const override {
    return view_.load_into(offset, size, segment_info, buffer);
  }

  ET_NODISCARD runtime::Result<size_t> size() const override {
    return view_.size();
  }

 private:
  const std::shared_ptr<void> data_;
  const BufferDataLoader view_;
};

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::SharedPtrDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
