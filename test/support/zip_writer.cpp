#include "zip_writer.h"

#include <fmt/format.h>
#include <minizip/zip.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace rushlight::test {

using executorch::exir::Expected;
using executorch::exir::fail;

ZipWriter::ZipWriter(std::string path, std::string temporary, void* zip)
    : path_(std::move(path)), temporary_(std::move(temporary)), zip_(zip) {}

ZipWriter::ZipWriter(ZipWriter&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      zip_(std::exchange(other.zip_, nullptr)) {}

ZipWriter::~ZipWriter() {
  if (zip_ != nullptr) {
    zipClose(zip_, nullptr);
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
  }
}

Expected<ZipWriter> ZipWriter::create(const std::string& path) {
  std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  zipFile zip = zipOpen64(temporary.c_str(), APPEND_STATUS_CREATE);
  if (zip == nullptr) {
    return fail(fmt::format("{}: cannot be created", temporary));
  }
  return ZipWriter(path, std::move(temporary), zip);
}

Expected<void> ZipWriter::start(const std::string& name) {
  const zip_fileinfo info{{0, 0, 0, 1, 0, 1980}, 0, 0, 0};
  if (zipOpenNewFileInZip64(zip_, name.c_str(), &info, nullptr, 0, nullptr, 0,
                            nullptr, 0, 0, 0) != ZIP_OK) {
    return fail(fmt::format("{}: cannot add {}", path_, name));
  }
  return {};
}

Expected<void> ZipWriter::write(std::span<const std::byte> bytes) {
  if (!bytes.empty() &&
      zipWriteInFileInZip(zip_, bytes.data(),
                          static_cast<unsigned>(bytes.size())) != ZIP_OK) {
    return fail(fmt::format("{}: cannot be written", path_));
  }
  return {};
}

Expected<void> ZipWriter::finish() {
  std::error_code error;
  if (zipClose(std::exchange(zip_, nullptr), nullptr) == ZIP_OK) {
    std::filesystem::rename(temporary_, path_, error);
    if (!error) {
      return {};
    }
  }
  std::filesystem::remove(temporary_, error);
  return fail(fmt::format("{}: cannot be written", path_));
}

}  // namespace rushlight::test
