#include <executorch/backends/apple/mps/partition/mps_partitioner.h>
#include <gtest/gtest.h>

#include "case_files.h"
#include "delegate_case.h"

/// The cases on the MPS delegate, on the CPU engine: what it claims must be
/// right.
namespace rushlight::test {
namespace {

const executorch::backends::mps::MPSPartitioner kPartitioner(false);

class MPSCase : public testing::TestWithParam<std::string> {};

TEST_P(MPSCase, DoesWhatItSays) {
  EXPECT_EQ(run_on(kPartitioner, GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(Fixtures, MPSCase, testing::ValuesIn(whole_programs()),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

class MPSOperator : public testing::TestWithParam<std::string> {};

TEST_P(MPSOperator, IsNotWrong) {
  EXPECT_EQ(run_operator_on(kPartitioner, GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(Fixtures, MPSOperator,
                         testing::ValuesIn(fixture_names("ops")),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

}  // namespace
}  // namespace rushlight::test
