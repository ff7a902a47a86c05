#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "archive_edit.h"
#include "case_zip.h"
#include "child_process.h"
#include "paths.h"
#include "program_run.h"

/// `compile --external-weights` and programs that find their constants by name.
namespace rushlight::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

/// Compiles to a program and its data file.
class DataFile {
 protected:
  CommandResult compile(const std::string& model,
                        std::vector<std::string> options = {}) {
    std::vector<std::string> args{
        "compile", model, "-o", program_, "--external-weights", data_};
    args.insert(args.end(), options.begin(), options.end());
    return rushlight(args);
  }

  /// Compiles, expects a refusal and no file, gives the message.
  std::string refusal(const std::string& model,
                      std::vector<std::string> options = {}) {
    const CommandResult result = compile(model, std::move(options));
    EXPECT_EQ(result.status, 1);
    EXPECT_FALSE(fs::exists(program_));
    EXPECT_FALSE(fs::exists(data_));
    return result.err;
  }

  std::string run_refusal(std::vector<std::string> options) {
    std::vector<std::string> args{"run", program_, "--input", input_};
    args.insert(args.end(), options.begin(), options.end());
    const CommandResult result = rushlight(args);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  ScratchFolder folder_;
  std::string program_ = folder_ / "model.pte";
  std::string data_ = folder_ / "model.ptd";
  std::string input_ = folder_ / "x.npy";
};

/// For each backend that finds its constants by name.
class ExternalWeights : public DataFile,
                        public testing::TestWithParam<const char*> {
 protected:
  CommandResult compile(const std::string& model,
                        std::vector<std::string> options = {}) {
    options.insert(options.end(), {"--backend", GetParam()});
    return DataFile::compile(model, std::move(options));
  }

  void compile_linear() {
    const CommandResult result = compile(zoo("linear"));
    ASSERT_EQ(result.status, 0) << result.err;
    ASSERT_EQ(result.err, "");
    write_floats(input_, {3, 3});
  }
};

INSTANTIATE_TEST_SUITE_P(Backends, ExternalWeights,
                         testing::Values("portable", "xnnpack"),
                         [](const auto& test) { return test.param; });

TEST_P(ExternalWeights, GiveTheAnswerOfTheWholeProgram) {
  for (const char* model : {"linear", "mv2"}) {
    ASSERT_EQ(compile(zoo(model)).status, 0) << model;
    compile_zoo(model, folder_ / "whole.pte", {"--backend", GetParam()});
    if (std::string(model) == "mv2") {
      write_floats(input_, {1, 3, 224, 224});
    } else {
      write_floats(input_, {3, 3});
    }
    const CommandResult apart =
        rushlight({"run", program_, "--data", data_, "--input", input_,
                   "--output-dir", folder_ / "apart"});
    EXPECT_EQ(apart.status, 0) << apart.err;
    EXPECT_EQ(apart.err, "");
    const CommandResult whole =
        rushlight({"run", folder_ / "whole.pte", "--input", input_,
                   "--output-dir", folder_ / "whole"});
    EXPECT_EQ(whole.status, 0) << whole.err;
    EXPECT_EQ(read_file(folder_ / "apart/out_0.npy"),
              read_file(folder_ / "whole/out_0.npy"));
  }
  EXPECT_LT(fs::file_size(program_), fs::file_size(data_) / 100);
}

TEST_P(ExternalWeights, WriteTheTwoFilesAndNothingElse) {
  ASSERT_NO_FATAL_FAILURE(compile_linear());
  const std::string program = read_file(program_);
  const std::string data = read_file(data_);
  EXPECT_EQ(data.substr(4, 4), "FT01");
  ASSERT_NO_FATAL_FAILURE(compile_linear());
  EXPECT_EQ(read_file(program_), program);
  EXPECT_EQ(read_file(data_), data);
  fs::remove(input_);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 2);
}

TEST_P(ExternalWeights, AreVerified) {
  const CommandResult result = compile(zoo("linear"), {"--verify"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("1 output agrees"));
}

TEST_P(ExternalWeights, AreInspected) {
  ASSERT_NO_FATAL_FAILURE(compile_linear());
  EXPECT_THAT(rushlight({"inspect", program_}).out,
              AllOf(HasSubstr("external constant linear.bias"),
                    HasSubstr("constants: 0 bytes")));
  EXPECT_THAT(rushlight({"inspect", data_}).out,
              testing::ContainsRegex("linear\\.bias:.* 12 bytes"));
  EXPECT_EQ(rushlight({"bench", program_, "--data", data_, "--seconds", "0.01"})
                .status,
            0);
}

TEST_P(ExternalWeights, AreAskedForByName) {
  ASSERT_NO_FATAL_FAILURE(compile_linear());
  EXPECT_THAT(run_refusal({}), AllOf(HasSubstr("linear.bias"),
                                     HasSubstr("1 more"), HasSubstr("--data")));
  EXPECT_THAT(run_refusal({"--data", folder_ / "none.ptd"}),
              HasSubstr("none.ptd"));
  const std::string whole = read_file(data_);
  write_file(folder_ / "cut.ptd", whole.substr(0, whole.size() - 1));
  EXPECT_THAT(run_refusal({"--data", folder_ / "cut.ptd"}),
              HasSubstr("cut.ptd"));
}

TEST_P(ExternalWeights, OfAnotherModelAreRefused) {
  ASSERT_EQ(compile(zoo("mv3")).status, 0);
  fs::rename(data_, folder_ / "mv3.ptd");
  ASSERT_NO_FATAL_FAILURE(compile_linear());
  EXPECT_THAT(run_refusal({"--data", folder_ / "mv3.ptd"}),
              AllOf(HasSubstr("mv3.ptd"), HasSubstr("linear.bias")));
}

TEST_P(ExternalWeights, ServeCallsWithState) {
  auto zip = open_case(fixture("field/C11_buffer_returned.zip"));
  ASSERT_EQ(error_of(zip), "");
  ASSERT_EQ(compile(zip->archives.at("forward")).status, 0);
  const std::string out = folder_ / "out";
  const CommandResult result =
      rushlight({"run", program_, "--data", data_, "--calls",
                 zip->folder->path(), "--output-dir", out});
  EXPECT_EQ(result.status, 0) << result.err;
  for (size_t call = 0; call < zip->calls.size(); ++call) {
    const auto found = read_npy(fmt::format("{}/call_{}/out_0.npy", out, call));
    const auto expected = read_npy(zip->calls[call].folder + "/out_0.npy");
    ASSERT_EQ(error_of(found), "");
    ASSERT_EQ(error_of(expected), "");
    EXPECT_EQ(difference(*found, expected_array(*expected)), "");
  }
}

TEST_P(ExternalWeights, AreSharedByMethods) {
  ASSERT_NO_FATAL_FAILURE(compile_linear());
  const auto alone = fs::file_size(data_);
  ASSERT_EQ(
      compile(zoo("linear"), {"--method", "again=" + zoo("linear")}).status, 0);
  EXPECT_EQ(fs::file_size(data_), alone);
  for (const char* method : {"forward", "again"}) {
    EXPECT_EQ(rushlight({"run", program_, "--data", data_, "--method", method,
                         "--input", input_})
                  .status,
              0);
  }
}

class ExternalTensors : public DataFile, public testing::Test {
 protected:
  const std::vector<std::string> kPortable{"--backend", "portable"};
};

TEST_F(ExternalTensors, AreInspectedWithTheirSizes) {
  ASSERT_EQ(compile(zoo("linear"), kPortable).status, 0);
  EXPECT_THAT(rushlight({"inspect", data_}).out,
              AllOf(HasSubstr("constants: 52 bytes"),
                    HasSubstr("linear.bias: f32[3], 12 bytes")));
  EXPECT_THAT(rushlight({"inspect", data_, "--json"}).out,
              HasSubstr(R"("layout": "f32[3]", "nbytes": 12)"));
}

TEST_F(ExternalTensors, OfAnotherShapeAreRefused) {
  ASSERT_EQ(compile(zoo("linear"), kPortable).status, 0);
  write_floats(input_, {3, 3});
  std::string data = read_file(data_);
  // The only size 3 in a list of one is that of the bias.
  const std::string sizes("\1\0\0\0\3\0\0\0", 8);
  const size_t at = data.find(sizes);
  ASSERT_NE(at, std::string::npos);
  data[at + 4] = 2;
  write_file(data_, data);
  EXPECT_THAT(run_refusal({"--data", data_}), HasSubstr("linear.bias"));
}

class ExternalWeightsOfMps : public DataFile, public testing::Test {};

TEST_F(ExternalWeightsOfMps, StayInTheProgram) {
  EXPECT_THAT(refusal(zoo("linear"), {"--backend", "mps"}),
              AllOf(HasSubstr("nothing to write"), HasSubstr("1 delegate")));
  auto zip = open_case(fixture("field/C16_equal_constants.zip"));
  ASSERT_EQ(error_of(zip), "");
  const CommandResult result =
      compile(zip->archives.at("forward"), {"--backend", "mps", "--verify"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("stay in the program"));
}

TEST_P(ExternalWeights, AreNotWrittenWhereThereAreNone) {
  EXPECT_THAT(refusal(zoo("mul"), {"--backend", GetParam()}),
              AllOf(HasSubstr("no constants"), Not(HasSubstr("delegate"))));
}

TEST_P(ExternalWeights, NeedAFileOfTheirOwnThatCanBeWritten) {
  EXPECT_THAT(refusal(zoo("linear"), {"--stop-after", "import"}),
              HasSubstr("--stop-after"));
  data_ = program_;
  EXPECT_THAT(refusal(zoo("linear")), HasSubstr("model.pte"));
  data_ = folder_ / "no/such/folder.ptd";
  EXPECT_THAT(refusal(zoo("linear")), HasSubstr("folder.ptd"));
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

}  // namespace
}  // namespace rushlight::test
