#include <executorch/exir/emit/emitted_file.h>

#include <executorch/exir/import/mapped_file.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

namespace executorch::exir {
namespace {

/// A file beside `path` that is removed with the object, unless it was renamed
/// to `path` and kept there.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path)
      : path_(path),
        name_(fmt::format("{}.tmp{}", path, ::getpid())),
        fd_(::open(name_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                   0644)) {}
  ~TemporaryFile() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
    if (!name_.empty()) {
      ::unlink(name_.c_str());
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

  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

  bool rename() {
    if (::rename(name_.c_str(), path_.c_str()) != 0) {
      return false;
    }
    name_ = path_;
    return true;
  }

  void keep() { name_.clear(); }

 private:
  std::string path_;
  std::string name_;
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

bool write_content(TemporaryFile& file, const EmittedFile& content) {
  bool good = file.is_open() && file.write(content.head());
  uint64_t at = content.head().size();
  for (const FilePiece& piece : content.pieces()) {
    if (!good) {
      return false;
    }
    good = write_zeros(file, piece.offset - at) && file.write(piece.data.bytes);
    at = piece.offset + piece.data.bytes.size();
    release(piece.data);
  }
  return good && write_zeros(file, content.nbytes() - at) && file.close();
}

tl::unexpected<Diagnostic> cannot_write(const std::string& path) {
  return fail(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace

std::vector<std::byte> EmittedFile::to_bytes() const {
  std::vector<std::byte> bytes(nbytes_);
  std::copy(head_.begin(), head_.end(), bytes.begin());
  for (const FilePiece& piece : pieces_) {
    std::copy(piece.data.bytes.begin(), piece.data.bytes.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(piece.offset));
    release(piece.data);
  }
  return bytes;
}

Expected<void> write_files(std::span<const FileToWrite> files) {
  std::vector<std::unique_ptr<TemporaryFile>> written;
  for (const FileToWrite& file : files) {
    written.push_back(std::make_unique<TemporaryFile>(file.path));
    if (!write_content(*written.back(), *file.file)) {
      return cannot_write(file.path);
    }
  }
  for (size_t i = 0; i < files.size(); ++i) {
    if (!written[i]->rename()) {
      return cannot_write(files[i].path);
    }
  }
  for (const auto& file : written) {
    file->keep();
  }
  return {};
}

}  // namespace executorch::exir
