#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "archive_edit.h"
#include "child_process.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Run : public testing::Test {
 protected:
  void SetUp() override {
    compile_zoo("mul", program_);
    write_floats(input_, {3, 2});
  }

  std::string refusal(std::vector<std::string> args) {
    args.insert(args.begin(), "run");
    const CommandResult result = rushlight(args);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  std::string refusal_of_second_input(const std::string& input) {
    return refusal({program_, "--input", input_, "--input", input});
  }

  ScratchFolder folder_;
  std::string program_ = folder_ / "mul.pte";
  std::string input_ = folder_ / "a.npy";
};

TEST_F(Run, PrintsASummaryOfTheOutputs) {
  const CommandResult result =
      rushlight({"run", program_, "--input", input_, "--input", input_});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "output 0: f32[3, 2]  min 0  max 25  mean 9.16667  "
            "[0, 1, 4, 9, 16, …]\n");
}

TEST_F(Run, WritesTheOutputs) {
  const CommandResult result =
      rushlight({"run", program_, "--input", input_, "--input", input_,
                 "--output-dir", folder_ / "made/here"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
  const auto output = read_npy(folder_ / "made/here/out_0.npy");
  ASSERT_EQ(error_of(output), "");
  EXPECT_EQ(output->dtype, ScalarType::Float);
  EXPECT_THAT(output->shape, testing::ElementsAre(3, 2));
  EXPECT_THAT(to_doubles(*output), testing::ElementsAre(0, 1, 4, 9, 16, 25));
}

TEST_F(Run, OfAnArchiveEqualsCompileAndRun) {
  write_floats(folder_ / "x.npy", {3, 3});
  compile_zoo("linear", folder_ / "linear.pte");
  const std::vector<std::string> programs{zoo("linear"),
                                          folder_ / "linear.pte"};
  std::vector<std::string> outputs;
  for (const std::string& program : programs) {
    const CommandResult result =
        rushlight({"run", program, "--input", folder_ / "x.npy", "--output-dir",
                   folder_.path()});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    outputs.push_back(read_file(folder_ / "out_0.npy"));
    std::filesystem::remove(folder_ / "out_0.npy");
  }
  EXPECT_NE(outputs[0], "");
  EXPECT_EQ(outputs[0], outputs[1]);
}

TEST_F(Run, RepeatsGiveTheSameAnswer) {
  const CommandResult result = rushlight(
      {"run", program_, "--input", input_, "--input", input_, "--repeat", "3"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("max 25"));
}

TEST_F(Run, RefusesAWrongShape) {
  write_floats(folder_ / "b.npy", {2, 3});
  EXPECT_THAT(refusal_of_second_input(folder_ / "b.npy"),
              AllOf(HasSubstr("input 1"), HasSubstr("f32[2, 3]"),
                    HasSubstr("f32[3, 2]")));
}

TEST_F(Run, RefusesAWrongRank) {
  write_floats(folder_ / "b.npy", {6});
  EXPECT_THAT(
      refusal_of_second_input(folder_ / "b.npy"),
      AllOf(HasSubstr("input 1"), HasSubstr("f32[6]"), HasSubstr("f32[3, 2]")));
}

TEST_F(Run, RefusesAWrongDtype) {
  const std::vector<double> values(6);
  ASSERT_EQ(error_of(write_npy(folder_ / "b.npy", ScalarType::Double,
                               std::vector<int64_t>{3, 2},
                               std::as_bytes(std::span(values)))),
            "");
  EXPECT_THAT(refusal_of_second_input(folder_ / "b.npy"),
              AllOf(HasSubstr("input 1"), HasSubstr("f64[3, 2]"),
                    HasSubstr("f32[3, 2]")));
}

TEST_F(Run, RefusesTooFewAndTooManyInputs) {
  EXPECT_THAT(refusal({program_, "--input", input_}),
              AllOf(HasSubstr("1 input"), HasSubstr("expected 2")));
  EXPECT_THAT(refusal({program_}),
              AllOf(HasSubstr("0 input"), HasSubstr("expected 2")));
  EXPECT_THAT(refusal({program_, "--input", input_, "--input", input_,
                       "--input", input_}),
              AllOf(HasSubstr("3 input"), HasSubstr("expected 2")));
}

TEST_F(Run, RefusesALiteralForATensor) {
  EXPECT_THAT(refusal_of_second_input("2.5"),
              AllOf(HasSubstr("input 1"), HasSubstr("2.5"), HasSubstr(".npy")));
}

TEST_F(Run, NamesAnInputFileThatIsNotThere) {
  EXPECT_THAT(refusal_of_second_input("/nowhere/b.npy"),
              HasSubstr("/nowhere/b.npy"));
}

TEST_F(Run, NamesAnInputFileThatIsCut) {
  write_file(folder_ / "cut.npy", read_file(input_).substr(0, 140));
  EXPECT_THAT(refusal_of_second_input(folder_ / "cut.npy"),
              AllOf(HasSubstr("cut.npy"), HasSubstr("12 bytes")));
}

TEST_F(Run, RefusesAnUnknownMethod) {
  EXPECT_THAT(refusal({program_, "--method", "backward", "--input", input_}),
              AllOf(HasSubstr("backward"), HasSubstr("forward")));
}

TEST_F(Run, RefusesAnUnknownBackend) {
  EXPECT_THAT(refusal({program_, "--backend", "abacus"}), HasSubstr("abacus"));
}

TEST_F(Run, RefusesATruncatedProgram) {
  write_file(folder_ / "cut.pte", read_file(program_).substr(0, 200));
  EXPECT_THAT(refusal({folder_ / "cut.pte"}), HasSubstr("cut.pte"));
}

TEST_F(Run, RefusesAProgramWithAnotherIdentifier) {
  std::string bytes = read_file(program_);
  bytes.replace(4, 4, "ET99");
  write_file(folder_ / "new.pte", bytes);
  EXPECT_THAT(refusal({folder_ / "new.pte"}), HasSubstr("new.pte"));
}

TEST_F(Run, NamesAKernelThatIsMissing) {
  compile_zoo("mul", program_, {"--backend", "portable"});
  std::string bytes = read_file(program_);
  const size_t at = bytes.find("aten::mul");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 9, "aten::mux");
  write_file(folder_ / "mux.pte", bytes);
  EXPECT_THAT(
      refusal({folder_ / "mux.pte", "--input", input_, "--input", input_}),
      HasSubstr("aten::mux"));
}

/// a * b with three more inputs, which the export fixed to 2.5, true and 3.
class RunWithScalars : public testing::Test {
 protected:
  void SetUp() override {
    write_changed_mul(
        {{R"({"as_tensor": {"name": "b"}}], "outputs")",
          R"({"as_tensor": {"name": "b"}}, {"as_float": 2.5},
             {"as_bool": true}, {"as_int": 3}], "outputs")"},
         {R"({"user_input": {"arg": {"as_tensor": {"name": "b"}}}})",
          R"({"user_input": {"arg": {"as_tensor": {"name": "b"}}}},
             {"constant_input": {"name": "x", "value": {"as_float": 2.5}}},
             {"constant_input": {"name": "y", "value": {"as_bool": true}}},
             {"constant_input": {"name": "z", "value": {"as_int": 3}}})"}},
        model_);
    write_floats(input_, {3, 2});
  }

  CommandResult run(const std::string& x, const std::string& y,
                    const std::string& z) {
    return rushlight({"run", model_, "--input", input_, "--input", input_,
                      "--input", x, "--input", y, "--input", z});
  }

  ScratchFolder folder_;
  std::string model_ = folder_ / "scalars.pt2";
  std::string input_ = folder_ / "a.npy";
};

TEST_F(RunWithScalars, TakesLiterals) {
  const CommandResult result = run("2.5", "true", "3");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("max 25"));
}

TEST_F(RunWithScalars, RefusesALiteralOfAnotherKind) {
  const std::vector<std::vector<std::string>> calls{
      {"true", "true", "3", "input 2 is true"},
      {"2.5", "1", "3", "input 3 is 1"},
      {"2.5", "true", "3.5", "input 4 is 3.5"},
      {"2.5", "true", "3x", "input 4 is 3x"},
      {"2.5", "true", "", "input 4"}};
  for (const auto& call : calls) {
    const CommandResult result = run(call[0], call[1], call[2]);
    EXPECT_EQ(result.status, 1) << call[3];
    EXPECT_THAT(result.err, HasSubstr(call[3]));
  }
}

TEST_F(RunWithScalars, RefusesAnotherValueThanTheExportFixed) {
  const CommandResult result = run("2.5", "true", "4");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("input 4"), HasSubstr("4"), HasSubstr("3")));
}

}  // namespace
}  // namespace rushlight::test
