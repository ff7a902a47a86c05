#include <fmt/format.h>
#include <gtest/gtest.h>

#include "case_files.h"
#include "running_case.h"

/// One-operator programs of PyTorch's own samples, a folder an operator. Those
/// of core ATen must answer; the others may be refused by the operator's name.
namespace rushlight::test {
namespace {

struct Verdict {
  bool is_core = false;
  std::string wrong;

  /// Refused by the compiler, which named an operator.
  bool is_refused() const {
    return wrong.starts_with("refused: ") &&
           wrong.find("::") != std::string::npos;
  }
  /// Refused for it draws random numbers: the answer on record is one draw.
  bool is_random() const {
    return is_refused() && wrong.find("eval mode") != std::string::npos;
  }
};

Verdict run_operator_case(const std::string& name) {
  const auto zip = open_case(fixture("ops/" + name + ".zip"));
  return zip ? Verdict{zip->is_core, run_case(*zip)}
             : Verdict{true, error_of(zip)};
}

class Operator : public testing::TestWithParam<std::string> {};

TEST_P(Operator, AgreesWithEagerPyTorchOrIsRefused) {
  for (const std::string& sample : fixture_names("ops/" + GetParam())) {
    const Verdict verdict = run_operator_case(GetParam() + "/" + sample);
    if (verdict.is_core ? !verdict.is_random() : !verdict.is_refused()) {
      EXPECT_EQ(verdict.wrong, "") << sample;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Operator,
                         testing::ValuesIn(fixture_names("ops")),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

TEST(OperatorsOutsideOfCore, MostAnswer) {
  size_t cases = 0;
  size_t answered = 0;
  std::string refused;
  for (const std::string& folder : fixture_names("ops")) {
    for (const std::string& sample : fixture_names("ops/" + folder)) {
      const std::string name = folder + "/" + sample;
      const auto zip = open_case(fixture("ops/" + name + ".zip"));
      ASSERT_EQ(error_of(zip), "");
      if (zip->is_core) {
        continue;
      }
      ++cases;
      const std::string wrong = run_case(*zip);
      answered += wrong.empty() ? 1 : 0;
      refused += wrong.empty() ? "" : fmt::format("{}: {}\n", name, wrong);
    }
  }
  EXPECT_GE(answered * 10, cases * 8) << refused;
  RecordProperty("cases", static_cast<int>(cases));
  RecordProperty("answered", static_cast<int>(answered));
}

}  // namespace
}  // namespace rushlight::test
