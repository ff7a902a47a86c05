#pragma once

#include <executorch/exir/ir/graph.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace executorch::exir {

/// Constant data and where they lie in a file or segment.
struct FilePiece {
  uint64_t offset = 0;
  ConstantData data;
};

/// A file before it is bytes: its head and, behind it, pieces of constant data
/// that still lie where they were (mapped or folded).
class EmittedFile {
 public:
  /// `pieces` are by offset, without overlap.
  EmittedFile(std::vector<std::byte> head, std::vector<FilePiece> pieces,
              uint64_t nbytes)
      : head_(std::move(head)), pieces_(std::move(pieces)), nbytes_(nbytes) {}

  uint64_t nbytes() const { return nbytes_; }
  const std::vector<std::byte>& head() const { return head_; }
  const std::vector<FilePiece>& pieces() const { return pieces_; }
  /// The whole file in memory.
  std::vector<std::byte> to_bytes() const;

 private:
  std::vector<std::byte> head_;
  std::vector<FilePiece> pieces_;
  uint64_t nbytes_ = 0;
};

/// A file and where it is to be.
struct FileToWrite {
  const EmittedFile* file = nullptr;
  std::string path;
};

/// Writes each file under a temporary name beside its path, and renames them
/// when all are written: either all of them are there or none. Fails with the
/// system's reason.
Expected<void> write_files(std::span<const FileToWrite> files);

}  // namespace executorch::exir
