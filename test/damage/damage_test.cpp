#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "case_zip.h"
#include "damaged_files.h"
#include "materialize.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

/// No copy of `good` with one damage may crash the reader, hang it, or make it
/// ask for absurd memory; and where the damage must be seen, it is.
void expect_damage_is_survived(const std::string& good) {
  const ScratchFolder folder;
  // The good file itself must answer, or all would be refused for one reason.
  ASSERT_EQ(misbehaviour({good, "undamaged", false}), "");
  ASSERT_NE(misbehaviour({good, "undamaged", true}), "");
  const auto files = damage(good, folder.path());
  ASSERT_EQ(error_of(files), "");
  ASSERT_GT(files->size(), 100u);
  for (const DamagedFile& file : *files) {
    EXPECT_EQ(misbehaviour(file), "")
        << std::filesystem::path(file.path).filename() << ": " << file.what;
  }
}

TEST(Damage, DigitsArchive) {
  expect_damage_is_survived(fixture("digits/digits.pt2"));
}

TEST(Damage, LinearArchive) {
  const auto archive = zoo_archive("linear");
  ASSERT_EQ(error_of(archive), "");
  expect_damage_is_survived(*archive);
}

TEST(Damage, DigitsProgram) {
  const ScratchFolder folder;
  const std::string program = folder / "digits.pte";
  ASSERT_EQ(error_of(compile_file(fixture("digits/digits.pt2"), program)), "");
  expect_damage_is_survived(program);
}

TEST(Damage, LinearProgram) {
  const ScratchFolder folder;
  const std::string program = folder / "linear.pte";
  const auto archive = zoo_archive("linear");
  ASSERT_EQ(error_of(archive), "");
  ASSERT_EQ(error_of(compile_file(*archive, program)), "");
  expect_damage_is_survived(program);
}

/// Older layouts with pickles, and control flow.
class DamageOfCaseArchive : public testing::TestWithParam<std::string> {};

TEST_P(DamageOfCaseArchive, IsSurvived) {
  const auto zip = open_case(fixture(GetParam() + ".zip"));
  ASSERT_EQ(error_of(zip), "");
  expect_damage_is_survived(zip->archives.at("forward"));
}

INSTANTIATE_TEST_SUITE_P(Cases, DamageOfCaseArchive,
                         testing::Values("pt2_versions/convnet.torch-2.8.0",
                                         "pt2_versions/counter.torch-2.5.1",
                                         "field/F09_cond_layers"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return c == '/' || c == '.' || c == '-'; },
                               '_');
                           return name;
                         });

class DamageOfUpstreamProgram : public testing::TestWithParam<std::string> {};

TEST_P(DamageOfUpstreamProgram, IsSurvived) {
  const auto zip =
      open_case(fixture("upstream/" + GetParam() + ".portable.zip"));
  ASSERT_EQ(error_of(zip), "");
  expect_damage_is_survived(zip->program);
}

INSTANTIATE_TEST_SUITE_P(Executorch, DamageOfUpstreamProgram,
                         testing::Values("add_mul", "cond_mixed", "llama_kv"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace rushlight::test
