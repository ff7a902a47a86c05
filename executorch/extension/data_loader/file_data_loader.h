#pragma once

#include <cstddef>
#include <new>

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace extension {

/// Loads from a file by reading into memory of the heap. Can be used by several
/// threads.
class FileDataLoader final : public runtime::DataLoader {
 public:
  /// Opens a file.
  ///
  /// @param[in] file_name Path of the file; copied.
  /// @param[in] alignment Of what is loaded, in bytes; a power of two.
  /// @retval Error::InvalidArgument The alignment is no power of two, or there
  ///     is no name.
  /// @retval Error::AccessFailed The file cannot be opened.
  /// @retval Error::MemoryAllocationFailed There is no memory for the name.
  static runtime::Result<FileDataLoader> from(
      const char* file_name, size_t alignment = alignof(std::max_align_t));

  ET_DEPRECATED static runtime::Result<FileDataLoader> From(
      const char* file_name, size_t alignment = alignof(std::max_align_t)) {
    return from(file_name, alignment);
  }

  /// Leaves a loader that gives Error::InvalidState.
  FileDataLoader(FileDataLoader&& other) noexcept;
  ~FileDataLoader() override;
  FileDataLoader(const FileDataLoader&) = delete;
  FileDataLoader& operator=(const FileDataLoader&) = delete;
  FileDataLoader& operator=(FileDataLoader&&) = delete;

  ET_NODISCARD runtime::Result<runtime::FreeableBuffer> load(
      size_t offset, size_t size,
      const SegmentInfo& segment_info) const override;

  ET_NODISCARD runtime::Error load_into(size_t offset, size_t size,
                                        const SegmentInfo& segment_info,
                                        void* buffer) const override;

  ET_NODISCARD runtime::Result<size_t> size() const override;

 private:
  friend class FileDescriptorDataLoader;

  FileDataLoader(int fd, size_t file_size, size_t alignment, char* file_name)
      : file_name_(file_name),
        file_size_(file_size),
        alignment_{alignment},
        fd_(fd) {}

  /// Takes over an open descriptor; closes it on failure.
  static runtime::Result<FileDataLoader> from_descriptor(int fd,
                                                         const char* name,
                                                         size_t alignment);

  runtime::Error check_range(size_t offset, size_t size) const;

  char* file_name_;
  size_t file_size_;
  std::align_val_t alignment_;
  int fd_;
};

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::FileDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
