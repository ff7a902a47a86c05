#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case_zip.h"
#include "child_process.h"
#include "npy.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

/// Cases of archives whose calls keep no state.
class InteropBundle : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto zip = open_case(fixture(GetParam()));
    ASSERT_EQ(error_of(zip), "");
    zip_ = *std::move(zip);
  }

  /// Compiles the case's archive and bundles its calls.
  void make_bundle() {
    const std::string program = folder_ / "model.pte";
    ASSERT_EQ(error_of(compile_file(zip_.archives.at("forward"), program)), "");
    const CommandResult result = rushlight(
        {"bundle", program, "--calls", zip_.folder->path(), "-o", bundle_});
    ASSERT_EQ(result.status, 0) << result.err;
  }

  CommandResult run_on_executorch() {
    return run_program({EXECUTORCH_BUNDLE_RUNNER, bundle_});
  }

  ScratchFolder folder_;
  std::string bundle_ = folder_ / "model.bpte";
  CaseZip zip_;
};

TEST_P(InteropBundle, ExecutorchGetsTheExpectedOutputs) {
  ASSERT_NO_FATAL_FAILURE(make_bundle());
  const CommandResult result = run_on_executorch();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, fmt::format("{} cases\n", zip_.calls.size()));
}

TEST_P(InteropBundle, ExecutorchSeesAnOutputThatIsNotTheExpectedOne) {
  auto array = read_npy(zip_.calls[0].folder + "/out_0.npy");
  ASSERT_EQ(error_of(array), "");
  array->bytes.back() ^= std::byte{1};
  ASSERT_EQ(error_of(write_npy(zip_.calls[0].folder + "/out_0.npy",
                               array->dtype, array->shape, array->bytes)),
            "");
  ASSERT_NO_FATAL_FAILURE(make_bundle());
  const CommandResult result = run_on_executorch();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, testing::HasSubstr("case 0 departs"));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, InteropBundle,
    testing::Values("pt2_versions/convnet.torch-2.9.1.zip",
                    "pt2_versions/linear.torch-2.9.1.zip",
                    "pt2_versions/mlp_dynamic.torch-2.9.1.zip"),
    [](const auto& test) { return fmt::format("case{}", test.index); });

}  // namespace
}  // namespace rushlight::test
