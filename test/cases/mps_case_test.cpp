#include <executorch/backends/apple/mps/partition/mps_partitioner.h>
#include <gtest/gtest.h>

#include "case_files.h"
#include "running_case.h"

/// The same cases for the MPS delegate, on the CPU engine: what it claims must
/// be right, the rest is left to the portable kernels.
namespace rushlight::test {
namespace {

using executorch::backends::mps::MPSPartitioner;

std::string run_on_mps(const std::string& name) {
  static const MPSPartitioner partitioner(false);
  const auto zip = open_case(fixture(name + ".zip"));
  return zip ? run_case(*zip, &partitioner) : error_of(zip);
}

class MPSCase : public testing::TestWithParam<std::string> {};

TEST_P(MPSCase, DoesWhatItSays) { EXPECT_EQ(run_on_mps(GetParam()), ""); }

INSTANTIATE_TEST_SUITE_P(Fixtures, MPSCase,
                         testing::ValuesIn(whole_programs()),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

class MPSOperator : public testing::TestWithParam<std::string> {};

/// Refusals are judged where the portable kernels are.
TEST_P(MPSOperator, IsNotWrong) {
  for (const std::string& sample : fixture_names("ops/" + GetParam())) {
    const std::string wrong = run_on_mps("ops/" + GetParam() + "/" + sample);
    if (!wrong.starts_with("refused: ")) {
      EXPECT_EQ(wrong, "") << sample;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, MPSOperator,
                         testing::ValuesIn(fixture_names("ops")),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

}  // namespace
}  // namespace rushlight::test
