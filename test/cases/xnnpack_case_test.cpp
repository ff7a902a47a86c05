#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <gtest/gtest.h>

#include "case_files.h"
#include "running_case.h"

/// The same cases for the XNNPACK delegate, on the CPU engine: what it claims
/// must be right, the rest is left to the portable kernels.
namespace rushlight::test {
namespace {

using executorch::backends::xnnpack::XnnpackPartitioner;

std::string run_on_xnnpack(const std::string& name) {
  static const XnnpackPartitioner partitioner(false);
  const auto zip = open_case(fixture(name + ".zip"));
  return zip ? run_case(*zip, &partitioner) : error_of(zip);
}

class XnnpackCase : public testing::TestWithParam<std::string> {};

TEST_P(XnnpackCase, DoesWhatItSays) {
  EXPECT_EQ(run_on_xnnpack(GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(Fixtures, XnnpackCase,
                         testing::ValuesIn(whole_programs()),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

class XnnpackOperator : public testing::TestWithParam<std::string> {};

/// Refusals are judged where the portable kernels are.
TEST_P(XnnpackOperator, IsNotWrong) {
  for (const std::string& sample : fixture_names("ops/" + GetParam())) {
    const std::string wrong =
        run_on_xnnpack("ops/" + GetParam() + "/" + sample);
    if (!wrong.starts_with("refused: ")) {
      EXPECT_EQ(wrong, "") << sample;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, XnnpackOperator,
                         testing::ValuesIn(fixture_names("ops")),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

}  // namespace
}  // namespace rushlight::test
