#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <gtest/gtest.h>

#include "case_files.h"
#include "delegate_case.h"

/// The cases on the XNNPACK delegate, on the CPU engine: what it claims must be
/// right.
namespace rushlight::test {
namespace {

const executorch::backends::xnnpack::XnnpackPartitioner kPartitioner(false);

class XnnpackCase : public testing::TestWithParam<std::string> {};

TEST_P(XnnpackCase, DoesWhatItSays) {
  EXPECT_EQ(run_on(kPartitioner, GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(Fixtures, XnnpackCase,
                         testing::ValuesIn(whole_programs()),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

class XnnpackOperator : public testing::TestWithParam<std::string> {};

TEST_P(XnnpackOperator, IsNotWrong) {
  EXPECT_EQ(run_operator_on(kPartitioner, GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(Fixtures, XnnpackOperator,
                         testing::ValuesIn(fixture_names("ops")),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

}  // namespace
}  // namespace rushlight::test
