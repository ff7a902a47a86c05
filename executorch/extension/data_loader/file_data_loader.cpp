#include <executorch/extension/data_loader/file_data_loader.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/platform/compat_unistd.h>

namespace executorch {
namespace extension {

using runtime::Error;
using runtime::FreeableBuffer;
using runtime::Result;

namespace {

void free_segment(void* context, void* data, ET_UNUSED size_t size) {
  ::operator delete(data, static_cast<std::align_val_t>(
                              reinterpret_cast<uintptr_t>(context)));
}

}  // namespace

Result<FileDataLoader> FileDataLoader::from_descriptor(int fd, const char* name,
                                                       size_t alignment) {
  struct stat status;
  if (::fstat(fd, &status) != 0 || status.st_size < 0) {
    ET_LOG(Error, "%s has no size: %s", name, std::strerror(errno));
    ::close(fd);
    return Error::AccessFailed;
  }
  char* const name_copy = ::strdup(name);
  if (name_copy == nullptr) {
    ET_LOG(Error, "no memory for the name %s", name);
    ::close(fd);
    return Error::MemoryAllocationFailed;
  }
  return FileDataLoader(fd, static_cast<size_t>(status.st_size), alignment,
                        name_copy);
}

Result<FileDataLoader> FileDataLoader::from(const char* file_name,
                                            size_t alignment) {
  ET_CHECK_OR_RETURN_ERROR(alignment > 0 && (alignment & (alignment - 1)) == 0,
                           InvalidArgument, "alignment %zu is no power of two",
                           alignment);
  ET_CHECK_OR_RETURN_ERROR(file_name != nullptr, InvalidArgument,
                           "no file name");
  const int fd = ::open(file_name, O_RDONLY);
  ET_CHECK_OR_RETURN_ERROR(fd >= 0, AccessFailed, "%s cannot be opened: %s",
                           file_name, std::strerror(errno));
  return from_descriptor(fd, file_name, alignment);
}

FileDataLoader::FileDataLoader(FileDataLoader&& other) noexcept
    : file_name_(std::exchange(other.file_name_, nullptr)),
      file_size_(std::exchange(other.file_size_, 0)),
      alignment_(other.alignment_),
      fd_(std::exchange(other.fd_, -1)) {}

FileDataLoader::~FileDataLoader() {
  std::free(file_name_);
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Error FileDataLoader::check_range(size_t offset, size_t size) const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "no file is open");
  ET_CHECK_OR_RETURN_ERROR(
      runtime::internal::range_fits(offset, size, file_size_), InvalidArgument,
      "%s has %zu bytes, %zu wanted at offset %zu", file_name_, file_size_,
      size, offset);
  return Error::Ok;
}

Result<FreeableBuffer> FileDataLoader::load(
    size_t offset, size_t size, const SegmentInfo& segment_info) const {
  ET_CHECK_OK_OR_RETURN_ERROR(check_range(offset, size));
  if (size == 0) {
    return FreeableBuffer(nullptr, 0, nullptr);
  }
  void* const buffer = ::operator new(size, alignment_, std::nothrow);
  ET_CHECK_OR_RETURN_ERROR(buffer != nullptr, MemoryAllocationFailed,
                           "no memory for %zu bytes of %s", size, file_name_);
  const Error error = load_into(offset, size, segment_info, buffer);
  if (error != Error::Ok) {
    ::operator delete(buffer, alignment_);
    return error;
  }
  return FreeableBuffer(
      buffer, size, free_segment,
      reinterpret_cast<void*>(static_cast<uintptr_t>(alignment_)));
}

Error FileDataLoader::load_into(size_t offset, size_t size,
                                ET_UNUSED const SegmentInfo& segment_info,
                                void* buffer) const {
  ET_CHECK_OK_OR_RETURN_ERROR(check_range(offset, size));
  ET_CHECK_OR_RETURN_ERROR(buffer != nullptr, InvalidArgument,
                           "no buffer to load into");
  size_t done = 0;
  while (done < size) {
    const size_t chunk = std::min<size_t>(size - done, INT32_MAX);
    const ssize_t count = ::pread(fd_, static_cast<uint8_t*>(buffer) + done,
                                  chunk, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(
        count > 0, AccessFailed,
        "%zu bytes at offset %zu of %s cannot be read: %s", size, offset,
        file_name_, count == 0 ? "the file ends" : std::strerror(errno));
    done += static_cast<size_t>(count);
  }
  return Error::Ok;
}

Result<size_t> FileDataLoader::size() const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "no file is open");
  return file_size_;
}

}  // namespace extension
}  // namespace executorch
