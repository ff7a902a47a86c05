#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "case_zip.h"
#include "compare.h"
#include "running_case.h"

namespace rushlight::test {
namespace {

std::vector<std::string> upstream_zips() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(fixture("upstream"))) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class UpstreamProgram : public testing::TestWithParam<std::string> {};

TEST_P(UpstreamProgram, GivesUpstreamsAnswers) {
  const auto zip = open_case(fixture("upstream/" + GetParam() + ".zip"));
  ASSERT_EQ(error_of(zip), "");
  ASSERT_FALSE(zip->calls.empty());
  RunningCase running(*zip);
  for (const CaseCall& call : zip->calls) {
    SCOPED_TRACE(call.folder);
    const auto outputs = running.run(call);
    ASSERT_EQ(error_of(outputs), "");
    ASSERT_EQ(outputs->size(), call.output_count);
    for (size_t i = 0; i < outputs->size(); ++i) {
      const auto expected =
          read_npy(fmt::format("{}/out_{}.npy", call.folder, i));
      ASSERT_EQ(error_of(expected), "");
      EXPECT_EQ(difference((*outputs)[i], expected_array(*expected)), "")
          << "output " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Executorch, UpstreamProgram,
                         testing::ValuesIn(upstream_zips()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace rushlight::test
