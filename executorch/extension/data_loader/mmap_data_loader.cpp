#include <executorch/extension/data_loader/mmap_data_loader.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <executorch/extension/data_loader/mman.h>
#include <executorch/runtime/core/checked_math.h>

namespace executorch {
namespace extension {

using runtime::Error;
using runtime::FreeableBuffer;
using runtime::Result;

namespace {

struct Pages {
  void* start;
  size_t size;
};

/// The pages that data lie in, from their start to the end of the data.
Pages pages_of(const void* data, size_t size, size_t page_size) {
  const size_t head = reinterpret_cast<uintptr_t>(data) & (page_size - 1);
  return {const_cast<uint8_t*>(static_cast<const uint8_t*>(data)) - head,
          size + head};
}

void unmap(void* context, void* data, size_t size) {
  const Pages pages =
      pages_of(data, size, reinterpret_cast<uintptr_t>(context));
  if (::munmap(pages.start, pages.size) != 0) {
    ET_LOG(Error, "%zu bytes at %p cannot be unmapped: %s", pages.size,
           pages.start, std::strerror(errno));
  }
}

}  // namespace

Result<MmapDataLoader> MmapDataLoader::from(const char* file_name,
                                            MlockConfig mlock_config) {
  const long page_size = get_os_page_size();
  ET_CHECK_OR_RETURN_ERROR(page_size > 0 && (page_size & (page_size - 1)) == 0,
                           AccessFailed, "page size %ld", page_size);
  ET_CHECK_OR_RETURN_ERROR(file_name != nullptr, InvalidArgument,
                           "no file name");
  const int fd = ::open(file_name, O_RDONLY);
  ET_CHECK_OR_RETURN_ERROR(fd >= 0, AccessFailed, "%s cannot be opened: %s",
                           file_name, std::strerror(errno));
  struct stat status;
  char* name_copy = nullptr;
  Error error = Error::Ok;
  if (::fstat(fd, &status) != 0 || status.st_size < 0) {
    ET_LOG(Error, "%s has no size: %s", file_name, std::strerror(errno));
    error = Error::AccessFailed;
  } else if ((name_copy = ::strdup(file_name)) == nullptr) {
    error = Error::MemoryAllocationFailed;
  }
  if (error != Error::Ok) {
    ::close(fd);
    return error;
  }
  return MmapDataLoader(fd, static_cast<size_t>(status.st_size), name_copy,
                        static_cast<size_t>(page_size), mlock_config);
}

MmapDataLoader::MmapDataLoader(MmapDataLoader&& other) noexcept
    : file_name_(std::exchange(other.file_name_, nullptr)),
      file_size_(std::exchange(other.file_size_, 0)),
      page_size_(other.page_size_),
      fd_(std::exchange(other.fd_, -1)),
      mlock_config_(other.mlock_config_) {}

MmapDataLoader::~MmapDataLoader() {
  std::free(file_name_);
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Error MmapDataLoader::check_range(size_t offset, size_t size) const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "no file is open");
  ET_CHECK_OR_RETURN_ERROR(
      runtime::internal::range_fits(offset, size, file_size_), InvalidArgument,
      "%s has %zu bytes, %zu wanted at offset %zu", file_name_, file_size_,
      size, offset);
  return Error::Ok;
}

Result<FreeableBuffer> MmapDataLoader::map(size_t offset, size_t size) const {
  const size_t head = offset & (page_size_ - 1);
  void* const pages = ::mmap(nullptr, size + head, PROT_READ, MAP_PRIVATE, fd_,
                             static_cast<off_t>(offset - head));
  ET_CHECK_OR_RETURN_ERROR(pages != MAP_FAILED, AccessFailed,
                           "%zu bytes at offset %zu of %s cannot be mapped: %s",
                           size, offset, file_name_, std::strerror(errno));
  return FreeableBuffer(
      static_cast<const uint8_t*>(pages) + head, size, unmap,
      reinterpret_cast<void*>(static_cast<uintptr_t>(page_size_)));
}

Error MmapDataLoader::lock(const FreeableBuffer& data) const {
  const Pages pages = pages_of(data.data(), data.size(), page_size_);
  if (mlock_config_ == MlockConfig::UseMadvise) {
    ::madvise(pages.start, pages.size, MADV_WILLNEED);
    return Error::Ok;
  }
  if (mlock_config_ == MlockConfig::NoMlock ||
      ::mlock(pages.start, pages.size) == 0 ||
      mlock_config_ == MlockConfig::UseMlockIgnoreErrors) {
    return Error::Ok;
  }
  ET_LOG(Error, "%zu bytes of %s cannot be locked in memory: %s", pages.size,
         file_name_, std::strerror(errno));
  return Error::NotSupported;
}

Result<FreeableBuffer> MmapDataLoader::load(
    size_t offset, size_t size,
    ET_UNUSED const SegmentInfo& segment_info) const {
  ET_CHECK_OK_OR_RETURN_ERROR(check_range(offset, size));
  if (size == 0) {
    return FreeableBuffer(nullptr, 0, nullptr);
  }
  Result<FreeableBuffer> data = map(offset, size);
  if (!data.ok()) {
    return data;
  }
  ET_CHECK_OK_OR_RETURN_ERROR(lock(*data));
  return data;
}

Error MmapDataLoader::load_into(size_t offset, size_t size,
                                ET_UNUSED const SegmentInfo& segment_info,
                                void* buffer) const {
  ET_CHECK_OR_RETURN_ERROR(buffer != nullptr, InvalidArgument,
                           "no buffer to load into");
  ET_CHECK_OK_OR_RETURN_ERROR(check_range(offset, size));
  if (size == 0) {
    return Error::Ok;
  }
  const Result<FreeableBuffer> data = map(offset, size);
  if (!data.ok()) {
    return data.error();
  }
  std::memcpy(buffer, data->data(), size);
  return Error::Ok;
}

Result<size_t> MmapDataLoader::size() const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "no file is open");
  return file_size_;
}

}  // namespace extension
}  // namespace executorch
