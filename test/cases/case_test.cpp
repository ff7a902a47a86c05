#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "case_files.h"
#include "running_case.h"

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

namespace {

class Case : public testing::TestWithParam<std::string> {};

TEST_P(Case, DoesWhatItSays) {
  const auto zip = open_case(fixture(GetParam() + ".zip"));
  ASSERT_EQ(error_of(zip), "");
  EXPECT_EQ(run_case(*zip), "");
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Case, testing::ValuesIn(whole_programs()),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

}  // namespace
}  // namespace rushlight::test
