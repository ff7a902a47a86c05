#pragma once

#include <executorch/runtime/executor/test/method_run.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace executorch::extension::testing {

/// A file that is removed with the object.
class TestFile {
 public:
  TestFile(const std::string& name, const void* data, size_t nbytes)
      : path_((std::filesystem::temp_directory_path() /
               ("rushlight_" + std::to_string(::getpid()) + "_" + name))
                  .string()) {
    std::ofstream(path_, std::ios::binary)
        .write(static_cast<const char*>(data),
               static_cast<std::streamsize>(nbytes));
  }
  TestFile(const std::string& name, const std::vector<uint8_t>& bytes)
      : TestFile(name, bytes.data(), bytes.size()) {}
  ~TestFile() { std::filesystem::remove(path_); }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The kernels of the programs of method_run.h.
inline std::vector<runtime::Kernel> test_kernels() {
  return {std::begin(runtime::testing::kKernels),
          std::end(runtime::testing::kKernels)};
}

/// Registers them, once.
inline void register_test_kernels() {
  static const bool done =
      runtime::register_kernels({runtime::testing::kKernels, 4}) ==
      runtime::Error::Ok;
  ASSERT_TRUE(done);
}

}  // namespace executorch::extension::testing
