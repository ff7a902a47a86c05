#include <executorch/devtools/etdump/data_sinks/file_data_sink.h>

namespace executorch {
namespace etdump {

using runtime::Result;

Result<FileDataSink> FileDataSink::create(const char* file_path) {
  std::FILE* const file = std::fopen(file_path, "wb");
  ET_CHECK_OR_RETURN_ERROR(file != nullptr, AccessFailed,
                           "%s cannot be written", file_path);
  return FileDataSink(file);
}

Result<size_t> FileDataSink::write(const void* ptr, size_t size) {
  ET_CHECK_OR_RETURN_ERROR(file_ != nullptr, AccessFailed,
                           "the file of the data sink is closed");
  const size_t offset = written_;
  if (size > 0) {
    const size_t written = std::fwrite(ptr, 1, size, file_);
    written_ += written;
    ET_CHECK_OR_RETURN_ERROR(written == size, Internal,
                             "%zu of %zu bytes could be written", written,
                             size);
  }
  return offset;
}

void FileDataSink::close() {
  if (file_ != nullptr) {
    std::fclose(file_);
    file_ = nullptr;
  }
}

}  // namespace etdump
}  // namespace executorch
