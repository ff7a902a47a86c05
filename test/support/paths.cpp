#include "paths.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace rushlight::test {
namespace fs = std::filesystem;

std::string fixture(const std::string& relative) {
  return std::string(RUSHLIGHT_SOURCE_DIR "/test/fixtures/") + relative;
}

std::string data_folder() {
  const std::string folder = RUSHLIGHT_BINARY_DIR "/test-data";
  fs::create_directories(folder);
  return folder;
}

ScratchFolder::ScratchFolder() {
  path_ = (fs::temp_directory_path() / "rushlight-test-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) {
    std::perror(path_.c_str());
    std::abort();
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << content;
  if (!file.flush()) {
    std::perror(path.c_str());
    std::abort();
  }
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

}  // namespace rushlight::test
