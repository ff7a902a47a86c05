#pragma once

#include <cstddef>

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace extension {

/// Loads from a file by mapping it: nothing is copied, and pages are read when
/// they are used. The file must not be changed or cut meanwhile. Can be used by
/// several threads.
class MmapDataLoader final : public runtime::DataLoader {
 public:
  enum class MlockConfig {
    /// Pages may be dropped and read again.
    NoMlock,
    /// Pages stay in memory; loading fails if the system does not allow it.
    UseMlock,
    /// Pages stay in memory if the system allows it.
    UseMlockIgnoreErrors,
    /// Pages are read ahead.
    UseMadvise,
  };

  /// Opens a file.
  ///
  /// @param[in] file_name Path of the file; copied.
  /// @retval Error::AccessFailed The file cannot be opened.
  /// @retval Error::MemoryAllocationFailed There is no memory for the name.
  static runtime::Result<MmapDataLoader> from(
      const char* file_name, MlockConfig mlock_config = MlockConfig::UseMlock);

  ET_DEPRECATED static runtime::Result<MmapDataLoader> From(
      const char* file_name, MlockConfig mlock_config = MlockConfig::UseMlock) {
    return from(file_name, mlock_config);
  }
  ET_DEPRECATED static runtime::Result<MmapDataLoader> From(
      const char* file_name, bool use_mlock) {
    return from(file_name,
                use_mlock ? MlockConfig::UseMlock : MlockConfig::NoMlock);
  }

  /// Leaves a loader that gives Error::InvalidState.
  MmapDataLoader(MmapDataLoader&& other) noexcept;
  ~MmapDataLoader() override;
  MmapDataLoader(const MmapDataLoader&) = delete;
  MmapDataLoader& operator=(const MmapDataLoader&) = delete;
  MmapDataLoader& operator=(MmapDataLoader&&) = delete;

  /// The buffer stays valid after the loader is gone.
  ///
  /// @retval Error::NotSupported The pages cannot be locked (UseMlock).
  ET_NODISCARD runtime::Result<runtime::FreeableBuffer> load(
      size_t offset, size_t size,
      const SegmentInfo& segment_info) const override;

  ET_NODISCARD runtime::Error load_into(size_t offset, size_t size,
                                        const SegmentInfo& segment_info,
                                        void* buffer) const override;

  ET_NODISCARD runtime::Result<size_t> size() const override;

 private:
  MmapDataLoader(int fd, size_t file_size, char* file_name, size_t page_size,
                 MlockConfig mlock_config)
      : file_name_(file_name),
        file_size_(file_size),
        page_size_(page_size),
        fd_(fd),
        mlock_config_(mlock_config) {}

  runtime::Error check_range(size_t offset, size_t size) const;
  runtime::Result<runtime::FreeableBuffer> map(size_t offset,
                                               size_t size) const;
  runtime::Error lock(const runtime::FreeableBuffer& data) const;

  char* file_name_;
  size_t file_size_;
  size_t page_size_;
  int fd_;
  MlockConfig mlock_config_;
};

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::MmapDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
