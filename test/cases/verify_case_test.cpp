#include <executorch/exir/exir.h>
#include <executorch/exir/verify/verify_method.h>
#include <gtest/gtest.h>

#include "case_files.h"
#include "running_case.h"

namespace rushlight::test {
namespace {

using executorch::exir::Agreement;
using executorch::exir::NamedProgram;

/// Verifies an archive that compiles; the others have their own tests.
Expected<Agreement> compile_and_verify(const std::string& archive) {
  std::vector<NamedProgram> programs(1);
  programs[0].name = "forward";
  auto program = executorch::exir::import_pt2(archive);
  if (!program || !executorch::exir::lower(*program)) {
    return Agreement{};
  }
  programs[0].program = *std::move(program);
  ET_ASSIGN(const auto emitted, executorch::exir::emit(programs));
  const executorch::exir::Graph* graphs[] = {programs[0].program.graph.get()};
  ET_ASSIGN(const auto state, executorch::exir::plan_state(graphs));
  const auto bytes = emitted.to_bytes();
  return executorch::exir::verify_method({.program = bytes,
                                          .method = "forward",
                                          .archive = archive,
                                          .state = state});
}

class VerifyCase : public testing::TestWithParam<std::string> {};

TEST_P(VerifyCase, AgreesWithItsImportedGraph) {
  const auto zip = open_case(fixture(GetParam() + ".zip"));
  ASSERT_EQ(error_of(zip), "");
  for (const auto& [method, archive] : zip->archives) {
    EXPECT_EQ(error_of(compile_and_verify(archive)), "") << method;
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, VerifyCase,
                         testing::ValuesIn(whole_programs()),
                         [](const auto& test) {
                           return test_name(test.param);
                         });

}  // namespace
}  // namespace rushlight::test
