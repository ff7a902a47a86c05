#pragma once

#include <string>
#include <vector>

#include "child_process.h"

namespace rushlight::test {

struct Change {
  std::string from;
  std::string to;
};

/// Copies the archive of zoo/mul with its graph's JSON changed: the first
/// `from` of each change becomes its `to`. Aborts if there is no `from`.
void write_changed_mul(const std::vector<Change>& changes,
                       const std::string& target);

/// Path of the complete archive of a zoo model; aborts if it cannot be made.
std::string zoo(const std::string& model);

/// Compiles a zoo model to `program` with the command and these options; aborts
/// if it fails.
void compile_zoo(const std::string& model, const std::string& program,
                 const std::vector<std::string>& options = {});

/// Writes a .npy file of float32 values 0, 1, 2, …
void write_floats(const std::string& path, std::initializer_list<int> shape);

}  // namespace rushlight::test
