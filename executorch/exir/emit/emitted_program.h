#pragma once

#include <executorch/exir/ir/graph.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace executorch::exir {

/// A `.pte` before it is bytes: the program's head and, behind it, pieces of
/// constant data that still lie where they were (mapped or folded).
class EmittedProgram {
 public:
  struct Piece {
    uint64_t offset = 0;  ///< from the start of the file or segment
    ConstantData data;
  };

  EmittedProgram(std::vector<std::byte> head, std::vector<Piece> pieces,
                 uint64_t nbytes)
      : head_(std::move(head)), pieces_(std::move(pieces)), nbytes_(nbytes) {}

  uint64_t nbytes() const { return nbytes_; }
  /// The whole file in memory.
  std::vector<std::byte> to_bytes() const;
  /// Writes the file under a temporary name beside `path` and renames it:
  /// either all of it is there or nothing. Fails with the system's reason.
  Expected<void> write(const std::string& path) const;

 private:
  std::vector<std::byte> head_;
  std::vector<Piece> pieces_;  ///< by offset, without overlap
  uint64_t nbytes_ = 0;
};

}  // namespace executorch::exir
