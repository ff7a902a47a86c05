#pragma once

#include <executorch/exir/ir/diagnostic.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rushlight {

using executorch::aten::ScalarType;
using executorch::exir::Expected;

/// A dense row-major array, as NumPy's .npy files (version 1.0 to 3.0) hold it.
struct NpyArray {
  ScalarType dtype = ScalarType::Float;
  std::vector<int64_t> shape;
  std::vector<std::byte> bytes;

  int64_t numel() const;
};

/// Reads a little-endian array in C or Fortran order (the latter is brought to
/// C order). Fails, naming the path, for anything else, and where the file's
/// length is not what its header states. Arrays of uint16 are read as
/// BFloat16, for NumPy has no such type.
Expected<NpyArray> read_npy(const std::string& path);

/// Writes version 1.0 under a temporary name and renames it. BFloat16 becomes
/// uint16 bit patterns.
Expected<void> write_npy(const std::string& path, ScalarType dtype,
                         std::span<const int64_t> shape,
                         std::span<const std::byte> bytes);

}  // namespace rushlight
