#include "case_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "paths.h"

namespace rushlight::test {

std::vector<std::string> fixture_names(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(fixture(folder))) {
    names.push_back(entry.is_directory() ? entry.path().filename().string()
                                         : entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string test_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

std::vector<std::string> whole_programs() {
  std::vector<std::string> paths;
  for (const std::string folder : {"field", "pt2_versions", "quantized"}) {
    for (const std::string& name : fixture_names(folder)) {
      paths.push_back(folder + "/" + name);
    }
  }
  return paths;
}

}  // namespace rushlight::test
