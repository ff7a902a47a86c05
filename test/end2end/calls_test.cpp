#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "archive_edit.h"
#include "case_zip.h"
#include "child_process.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

/// A case zip is a folder of calls as --calls wants it.
class Calls : public testing::Test {
 protected:
  void unpack(const std::string& name) {
    auto zip = open_case(fixture("upstream/" + name + ".portable.zip"));
    ASSERT_EQ(error_of(zip), "");
    case_ = std::move(*zip);
    out_ = *case_.folder / "out";
  }

  CommandResult run() {
    return rushlight({"run", case_.program, "--calls", case_.folder->path(),
                      "--output-dir", out_});
  }

  void expect_answers(size_t call) {
    const auto found =
        read_npy(fmt::format("{}/call_{}/out_0.npy", out_, call));
    const auto expected = read_npy(case_.calls[call].folder + "/out_0.npy");
    ASSERT_EQ(error_of(found), "");
    ASSERT_EQ(error_of(expected), "");
    EXPECT_EQ(difference(*found, expected_array(*expected)), "")
        << "call " << call;
  }

  CaseZip case_;
  std::string out_;
};

TEST_F(Calls, CarryStateFromCallToCall) {
  ASSERT_NO_FATAL_FAILURE(unpack("llama_kv"));
  const CommandResult result = run();
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  ASSERT_EQ(case_.calls.size(), 4u);
  for (size_t call = 0; call < 4; ++call) {
    expect_answers(call);
  }
}

TEST_F(Calls, GoOnAfterARefusedCall) {
  ASSERT_NO_FATAL_FAILURE(unpack("mlp_dynamic"));
  write_floats(case_.calls[1].folder + "/in_0.npy", {9, 32});
  const CommandResult result = run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              testing::AllOf(HasSubstr("call_1"), HasSubstr("input 0"),
                             HasSubstr("f32[9, 32]")));
  expect_answers(0);
  EXPECT_FALSE(fs::exists(out_ + "/call_1/out_0.npy"));
  expect_answers(2);
}

TEST_F(Calls, GoOnAfterARunThatFailed) {
  ASSERT_NO_FATAL_FAILURE(unpack("mlp_dynamic"));
  // Within the bounds of the input, but no matrix of 32 rows can take it.
  write_floats(case_.calls[1].folder + "/in_0.npy", {3, 31});
  const CommandResult result = run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("call_1"));
  expect_answers(0);
  EXPECT_FALSE(fs::exists(out_ + "/call_1/out_0.npy"));
  expect_answers(2);
}

TEST_F(Calls, ResetLoadsTheProgramAnew) {
  ASSERT_NO_FATAL_FAILURE(unpack("llama_kv"));
  // The first call again, after others have filled the cache.
  for (const char* name : {"/in_0.npy", "/in_1.npy", "/out_0.npy"}) {
    fs::copy_file(case_.calls[0].folder + name, case_.calls[3].folder + name,
                  fs::copy_options::overwrite_existing);
  }
  write_file(case_.calls[3].folder + "/reset", "");
  EXPECT_EQ(run().status, 0);
  expect_answers(3);
}

TEST_F(Calls, NameTheirMethod) {
  ASSERT_NO_FATAL_FAILURE(unpack("two_methods"));
  for (const CaseCall& call : case_.calls) {
    write_file(call.folder + "/method", call.method + "\n");
  }
  const CommandResult result = run();
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  for (size_t call = 0; call < case_.calls.size(); ++call) {
    expect_answers(call);
  }
}

TEST_F(Calls, OfAnEmptyFolderAreRefused) {
  ASSERT_NO_FATAL_FAILURE(unpack("mul"));
  const ScratchFolder empty;
  const CommandResult result =
      rushlight({"run", case_.program, "--calls", empty.path()});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr(empty.path()));
}

}  // namespace
}  // namespace rushlight::test
