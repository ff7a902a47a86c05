#include <executorch/exir/import/mapped_file.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace executorch::exir {
namespace {

struct Descriptor {
  int fd = -1;
  ~Descriptor() {
    if (fd >= 0) {
      ::close(fd);
    }
  }
};

}  // namespace

Expected<std::shared_ptr<const MappedFile>> MappedFile::open(
    const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status = {};
  if (file.fd < 0 || ::fstat(file.fd, &status) != 0) {
    return fail(fmt::format("{}: {}", path, std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(fmt::format("{}: not a regular file", path));
  }
  const auto nbytes = static_cast<size_t>(status.st_size);
  if (nbytes == 0) {
    return fail(fmt::format("{}: the file is empty", path));
  }
  void* address =
      ::mmap(nullptr, nbytes, PROT_READ, MAP_PRIVATE, file.fd, 0);
  if (address == MAP_FAILED) {
    return fail(fmt::format("{}: {}", path, std::strerror(errno)));
  }
  return std::shared_ptr<const MappedFile>(new MappedFile(
      {static_cast<const std::byte*>(address), nbytes}));
}

MappedFile::~MappedFile() {
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void release_pages(std::span<const std::byte> bytes) {
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  const uintptr_t first = (begin + page - 1) / page * page;
  const uintptr_t last = (begin + bytes.size()) / page * page;
  if (first < last) {
    ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  }
}

}  // namespace executorch::exir
