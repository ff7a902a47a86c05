#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
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

/// Their MPS payloads name, as a scalar operand, the id that the number had in
/// a payload written before: a value that is not yet computed (a comparison
/// with itself), or a matrix (an exponent). What was meant is not in the file.
const std::vector<std::string>& with_foreign_ids() {
  static const std::vector<std::string> names{
      "cond.mps_fp16", "cond_mixed.mps_fp16", "llama_kv.mps_fp32"};
  return names;
}

std::vector<std::string> upstream_zips() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(fixture("upstream"))) {
    names.push_back(entry.path().stem().string());
  }
  std::erase_if(names, [](const std::string& name) {
    return std::ranges::count(with_foreign_ids(), name) != 0;
  });
  std::sort(names.begin(), names.end());
  return names;
}

/// Kinds of programs whose answers are rounded on the way, and the share of the
/// largest magnitude that an answer may be off (fixtures/README.md).
struct RoundedKind {
  std::string_view name;
  double of_absmax;
};
constexpr RoundedKind kRoundedKinds[] = {
    {"fp16", 5e-3}, {"qs8", 1e-2}, {"qd8", 1e-2}, {"8da4w", 3e-2}};

ExpectedArray expected_of(const std::string& program, const NpyArray& array) {
  ExpectedArray expected = expected_array(array);
  for (const RoundedKind& kind : kRoundedKinds) {
    if (program.find(kind.name) != std::string::npos &&
        executorch::runtime::isFloatingType(expected.dtype)) {
      expected.tolerance = Tolerance{kind.of_absmax, 0, 0};
    }
  }
  return expected;
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
      EXPECT_EQ(difference((*outputs)[i], expected_of(GetParam(), *expected)),
                "")
          << "output " << i;
    }
  }
}

class UpstreamProgramWithForeignIds
    : public testing::TestWithParam<std::string> {};

TEST_P(UpstreamProgramWithForeignIds, IsRefused) {
  const auto zip = open_case(fixture("upstream/" + GetParam() + ".zip"));
  ASSERT_EQ(error_of(zip), "");
  RunningCase running(*zip);
  testing::internal::CaptureStderr();
  const auto outputs = running.run(zip->calls[0]);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(error_of(outputs), testing::HasSubstr("InvalidProgram"));
  EXPECT_THAT(log, testing::ContainsRegex("MPS payload: node MPS(Gt|Pow)"));
}

INSTANTIATE_TEST_SUITE_P(Executorch, UpstreamProgramWithForeignIds,
                         testing::ValuesIn(with_foreign_ids()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

INSTANTIATE_TEST_SUITE_P(Executorch, UpstreamProgram,
                         testing::ValuesIn(upstream_zips()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace rushlight::test
