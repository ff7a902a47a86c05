#pragma once

#include <executorch/devtools/etdump/data_sinks/data_sink_base.h>

#include <cstddef>
#include <cstdio>
#include <utility>

namespace executorch {
namespace etdump {

/// Writes data to a file, without gaps.
class FileDataSink : public DataSinkBase {
 public:
  /// Makes the file, or empties it.
  ///
  /// @retval Error::AccessFailed It cannot be written.
  static runtime::Result<FileDataSink> create(const char* file_path);

  /// Leaves a sink that is closed.
  FileDataSink(FileDataSink&& other) noexcept
      : file_(std::exchange(other.file_, nullptr)), written_(other.written_) {}
  FileDataSink& operator=(FileDataSink&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(written_, other.written_);
    return *this;
  }
  FileDataSink(const FileDataSink&) = delete;
  FileDataSink& operator=(const FileDataSink&) = delete;
  ~FileDataSink() override { close(); }

  /// @retval Error::AccessFailed The sink is closed.
  /// @retval Error::Internal Writing failed.
  runtime::Result<size_t> write(const void* ptr, size_t size) override;

  size_t get_used_bytes() const override { return written_; }

  /// Ends the file.
  void close();

 private:
  explicit FileDataSink(std::FILE* file) : file_(file) {}

  std::FILE* file_;
  size_t written_ = 0;
};

}  // namespace etdump
}  // namespace executorch
