#include <executorch/exir/ir/op_info.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case_files.h"
#include "running_case.h"

namespace rushlight::test {
namespace {

using executorch::exir::Graph;
using executorch::exir::PassInfo;
using testing::AllOf;
using testing::HasSubstr;

class VerifyCase : public testing::TestWithParam<std::string> {};

TEST_P(VerifyCase, AgreesWithItsImportedGraph) {
  const auto zip = open_case(fixture(GetParam() + ".zip"));
  ASSERT_EQ(error_of(zip), "");
  for (const auto& [method, archive] : zip->archives) {
    if (compile_file(archive, zip->program)) {
      EXPECT_EQ(error_of(compile_and_verify(archive)), "") << method;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, VerifyCase,
                         testing::ValuesIn(whole_programs()),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

/// A fault inside of branches: the factors of both become other ones.
Expected<bool> break_pass(Graph& graph) {
  for (const auto& node : graph.nodes()) {
    if (node->op().schema.name == "mul") {
      node->set_arg(1, 7.0);
    }
  }
  return true;
}

TEST(VerifyBranches, NamesTheOneThatDeparts) {
  const auto zip = open_case(fixture("field/C80_two_conds.zip"));
  ASSERT_EQ(error_of(zip), "");
  std::vector<PassInfo> passes;
  for (const PassInfo& pass : executorch::exir::lowering_pipeline()) {
    passes.push_back(pass);
    if (pass.name == "decompose") {
      passes.push_back({"break", break_pass});
    }
  }
  const auto agreement =
      compile_and_verify(zip->archives.at("forward"), passes);
  EXPECT_THAT(
      error_of(agreement),
      AllOf(HasSubstr("output 1 of the compiled method forward departs"),
            HasSubstr("node %getitem_1: f32[1]"), HasSubstr("  at "),
            HasSubstr("this is what a branch or loop gives")));
}

}  // namespace
}  // namespace rushlight::test
