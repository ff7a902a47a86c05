#pragma once

#include <executorch/exir/ir/diagnostic.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace executorch::exir {

/// A whole file, mapped read-only for the life of the object.
class MappedFile {
 public:
  /// Fails, naming the path and the system's reason.
  static Expected<std::shared_ptr<const MappedFile>> open(
      const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

/// Tells the system that the pages wholly inside of `bytes`, a part of a
/// MappedFile, are not needed for now; they are read again on the next use.
void release_pages(std::span<const std::byte> bytes);

}  // namespace executorch::exir
