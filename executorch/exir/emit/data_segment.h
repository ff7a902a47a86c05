#pragma once

#include <executorch/exir/emit/emitted_file.h>

#include <unordered_map>
#include <vector>

namespace executorch::exir {

/// Constant data of one segment: each distinct content once, aligned.
class DataSegment {
 public:
  /// Index of the data among `offsets()`; the first index is 1, for 0 means
  /// "no constant" in the format.
  size_t add(const ConstantData& data);

  /// Byte offsets within the segment, with the reserved entry 0.
  const std::vector<uint64_t>& offsets() const { return offsets_; }
  uint64_t nbytes() const { return nbytes_; }
  bool empty() const { return pieces_.empty(); }
  /// Its pieces, with offsets within the segment.
  const std::vector<FilePiece>& pieces() const { return pieces_; }

 private:
  std::vector<uint64_t> offsets_{0};
  std::vector<FilePiece> pieces_;
  uint64_t nbytes_ = 0;
  /// Indices of equal hash, for each content's hash and length.
  std::unordered_multimap<uint64_t, size_t> by_hash_;
};

}  // namespace executorch::exir
