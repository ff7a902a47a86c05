#pragma once

#include <executorch/exir/emit/emitted_file.h>

#include <optional>
#include <utility>

namespace executorch::exir {

/// A `.pte` and, where its constants are apart, the `.ptd` that holds them.
class EmittedProgram {
 public:
  explicit EmittedProgram(EmittedFile program,
                          std::optional<EmittedFile> external_data = {})
      : program_(std::move(program)),
        external_data_(std::move(external_data)) {}

  /// Of the program alone.
  uint64_t nbytes() const { return program_.nbytes(); }
  std::vector<std::byte> to_bytes() const { return program_.to_bytes(); }
  /// Null if no constant lies outside of the program.
  const EmittedFile* external_data() const {
    return external_data_ ? &*external_data_ : nullptr;
  }

  /// Writes the program and, if there are external data, these: both files are
  /// there in the end or neither. Fails with the system's reason.
  Expected<void> write(const std::string& path,
                       const std::string& data_path = "") const {
    std::vector<FileToWrite> files{{&program_, path}};
    if (external_data_) {
      files.push_back({&*external_data_, data_path});
    }
    return write_files(files);
  }

 private:
  EmittedFile program_;
  std::optional<EmittedFile> external_data_;
};

}  // namespace executorch::exir
