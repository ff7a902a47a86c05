#pragma once

#include <string>

namespace rushlight::test {

/// test/fixtures in the source tree.
std::string fixture(const std::string& relative);

/// A folder of the build tree for data that is costly to make and the same for
/// every run; it is kept between runs.
std::string data_folder();

/// An empty folder that is removed with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  /// `relative` inside of the folder.
  std::string operator/(const std::string& relative) const {
    return path_ + "/" + relative;
  }

 private:
  std::string path_;
};

/// Replaces a file's content; aborts where that fails.
void write_file(const std::string& path, const std::string& content);
/// The whole file; empty if it cannot be read.
std::string read_file(const std::string& path);

}  // namespace rushlight::test
