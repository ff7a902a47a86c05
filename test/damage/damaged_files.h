#pragma once

#include <executorch/exir/ir/diagnostic.h>

#include <string>
#include <vector>

namespace rushlight::test {

/// One damaged copy, as damage.py lists it.
struct DamagedFile {
  std::string path;
  std::string what;
  bool must_fail = false;
};

/// Writes damaged copies of `good` into `folder` with damage.py.
executorch::exir::Expected<std::vector<DamagedFile>> damage(
    const std::string& good, const std::string& folder);

/// Reads, compiles, loads and runs the file in a forked process with limits.
/// Empty if the process ended as the file's entry allows, otherwise what it
/// did.
std::string misbehaviour(const DamagedFile& file);

}  // namespace rushlight::test
