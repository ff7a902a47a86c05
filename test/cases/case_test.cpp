#include <gtest/gtest.h>

#include "case_files.h"
#include "running_case.h"

namespace rushlight::test {

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
