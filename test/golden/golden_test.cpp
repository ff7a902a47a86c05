#include "golden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "materialize.h"
#include "paths.h"
#include "program_run.h"
#include "upstream_arena.h"

namespace rushlight::test {
namespace {

/// The models of this binary: those named by RUSHLIGHT_SLOW_MODELS, or all
/// the others.
std::vector<std::string> models_of_this_binary() {
  const std::string slow = " " RUSHLIGHT_SLOW_MODELS " ";
  std::vector<std::string> models = zoo_models();
  std::erase_if(models, [&](const std::string& model) {
    const bool is_slow = slow.find(" " + model + " ") != std::string::npos;
    return is_slow != RUSHLIGHT_RUN_SLOW_MODELS;
  });
  return models;
}

std::vector<std::string> models_with_upstream_arena() {
  std::vector<std::string> models = models_of_this_binary();
  std::erase_if(models, [](const std::string& model) {
    return !upstream_arena_nbytes(model);
  });
  return models;
}

class ZooModel : public testing::TestWithParam<std::string> {
 protected:
  void compile(const std::string& program) {
    const auto archive = zoo_archive(GetParam());
    ASSERT_EQ(error_of(archive), "");
    ASSERT_EQ(error_of(compile_file(*archive, program)), "");
  }

  ScratchFolder folder_;
};

TEST_P(ZooModel, AgreesWithEagerPyTorch) {
  ASSERT_NO_FATAL_FAILURE(compile(folder_ / "model.pte"));
  auto golden = read_golden(GetParam());
  ASSERT_EQ(error_of(golden), "");
  const auto session = open_session(folder_ / "model.pte");
  ASSERT_EQ(error_of(session), "");
  const auto method = LoadedMethod::load(**session, "");
  ASSERT_EQ(error_of(method), "");
  const auto outputs = run_method(**method, golden->inputs);
  ASSERT_EQ(error_of(outputs), "");
  ASSERT_EQ(outputs->size(), golden->outputs.size());
  for (size_t i = 0; i < outputs->size(); ++i) {
    EXPECT_EQ(difference((*outputs)[i], golden->outputs[i]), "")
        << "output " << i;
  }
}

TEST_P(ZooModel, AgreesWithItsImportedGraph) {
  const auto archive = zoo_archive(GetParam());
  ASSERT_EQ(error_of(archive), "");
  EXPECT_EQ(error_of(compile_and_verify(*archive)), "");
}

class ZooArena : public ZooModel {};

TEST_P(ZooArena, IsNoLargerThanUpstreams) {
  ASSERT_NO_FATAL_FAILURE(compile(folder_ / "model.pte"));
  const auto session = open_session(folder_ / "model.pte");
  ASSERT_EQ(error_of(session), "");
  const auto method = LoadedMethod::load(**session, "");
  ASSERT_EQ(error_of(method), "");
  EXPECT_LE(planned_nbytes(**method), *upstream_arena_nbytes(GetParam()));
}

TEST_P(ZooModel, CompilesToTheSameBytes) {
  ASSERT_NO_FATAL_FAILURE(compile(folder_ / "first.pte"));
  ASSERT_NO_FATAL_FAILURE(compile(folder_ / "second.pte"));
  EXPECT_TRUE(read_file(folder_ / "first.pte") ==
              read_file(folder_ / "second.pte"));
}

INSTANTIATE_TEST_SUITE_P(Golden, ZooArena,
                         testing::ValuesIn(models_with_upstream_arena()),
                         [](const auto& test) { return test.param; });

INSTANTIATE_TEST_SUITE_P(Golden, ZooModel,
                         testing::ValuesIn(models_of_this_binary()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace rushlight::test
