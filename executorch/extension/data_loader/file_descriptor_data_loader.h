#pragma once

#include <cstddef>
#include <utility>

#include <executorch/extension/data_loader/file_data_loader.h>

namespace executorch {
namespace extension {

/// As FileDataLoader, for a file that is already open.
class FileDescriptorDataLoader final : public runtime::DataLoader {
 public:
  /// Takes over a descriptor: the loader closes it.
  ///
  /// @param[in] file_descriptor_uri "fd:///<number>"; copied.
  /// @param[in] alignment Of what is loaded, in bytes; a power of two.
  /// @retval Error::InvalidArgument The URI or the alignment is invalid.
  /// @retval Error::AccessFailed The descriptor is not that of a file.
  static runtime::Result<FileDescriptorDataLoader> fromFileDescriptorUri(
      const char* file_descriptor_uri,
      size_t alignment = alignof(std::max_align_t));

  FileDescriptorDataLoader(FileDescriptorDataLoader&& other) noexcept = default;

  ET_NODISCARD runtime::Result<runtime::FreeableBuffer> load(
      size_t offset, size_t size,
      const SegmentInfo& segment_info) const override {
    return file_.load(offset, size, segment_info);
  }

  ET_NODISCARD runtime::Error load_into(size_t offset, size_t size,
                                        const SegmentInfo& segment_info,
                                        void* buffer) const override {
    return file_.load_into(offset, size, segment_info, buffer);
  }

  ET_NODISCARD runtime::Result<size_t> size() const override {
    return file_.size();
  }

 private:
  explicit FileDescriptorDataLoader(FileDataLoader&& file)
      : file_(std::move(file)) {}

  FileDataLoader file_;
};

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::FileDescriptorDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
