#include <executorch/exir/emit/emitted_program.h>

#include <executorch/exir/import/mapped_file.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

namespace executorch::exir {
namespace {

/// A file that is removed unless it was committed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path)
      : path_(fmt::format("{}.tmp{}", path, ::getpid())),
        fd_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                   0644)) {}
  ~TemporaryFile() {
    if (fd_ >= 0) {
      ::close(fd_);
      ::unlink(path_.c_str());
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  bool is_open() const { return fd_ >= 0; }

  bool write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) {
        continue;
      }
      if (written <= 0) {
        return false;
      }
      bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return true;
  }

  bool commit(const std::string& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) {
      return false;
    }
    const int fd = std::exchange(fd_, -1);
    return ::close(fd) == 0;
  }

 private:
  std::string path_;
  int fd_ = -1;
};

bool write_zeros(TemporaryFile& file, uint64_t count) {
  static constexpr std::byte kZeros[4096] = {};
  while (count > 0) {
    const auto step = static_cast<size_t>(std::min<uint64_t>(count, 4096));
    if (!file.write({kZeros, step})) {
      return false;
    }
    count -= step;
  }
  return true;
}

void release(const ConstantData& data) {
  if (data.is_mapped) {
    release_pages(data.bytes);
  }
}

}  // namespace

std::vector<std::byte> EmittedProgram::to_bytes() const {
  std::vector<std::byte> bytes(nbytes_);
  std::copy(head_.begin(), head_.end(), bytes.begin());
  for (const Piece& piece : pieces_) {
    std::memcpy(bytes.data() + piece.offset, piece.data.bytes.data(),
                piece.data.bytes.size());
    release(piece.data);
  }
  return bytes;
}

Expected<void> EmittedProgram::write(const std::string& path) const {
  TemporaryFile file(path);
  bool good = file.is_open() && file.write(head_);
  uint64_t at = head_.size();
  for (const Piece& piece : pieces_) {
    good = good && write_zeros(file, piece.offset - at) &&
           file.write(piece.data.bytes);
    at = piece.offset + piece.data.bytes.size();
    release(piece.data);
  }
  good = good && write_zeros(file, nbytes_ - at) && file.commit(path);
  if (!good) {
    return fail(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  return {};
}

}  // namespace executorch::exir
