#pragma once

#include <executorch/exir/ir/diagnostic.h>

#include <cstddef>
#include <span>
#include <string>

namespace rushlight::test {

/// A zip file of stored entries. It appears under its name when finish() has
/// succeeded, and not at all otherwise.
class ZipWriter {
 public:
  static executorch::exir::Expected<ZipWriter> create(const std::string& path);
  ZipWriter(ZipWriter&& other) noexcept;
  ZipWriter& operator=(ZipWriter&&) = delete;
  ~ZipWriter();

  /// Starts an entry; write() appends to the one that was started last.
  executorch::exir::Expected<void> start(const std::string& name);
  executorch::exir::Expected<void> write(std::span<const std::byte> bytes);
  executorch::exir::Expected<void> finish();

 private:
  ZipWriter(std::string path, std::string temporary, void* zip);

  std::string path_;
  std::string temporary_;
  void* zip_;
};

}  // namespace rushlight::test
