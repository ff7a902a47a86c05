#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "archive_edit.h"
#include "child_process.h"
#include "paths.h"

namespace rushlight::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

class Compile : public testing::Test {
 protected:
  /// Compiles `model`, expects a refusal and no output, gives the message.
  std::string refusal(const std::string& model,
                      std::vector<std::string> options = {}) {
    std::vector<std::string> args{"compile", model, "-o",
                                  folder_ / "refused.pte"};
    args.insert(args.end(), options.begin(), options.end());
    const CommandResult result = rushlight(args);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr("refused")));
    }
    return result.err;
  }

  std::string changed_mul(const std::string& from, const std::string& to) {
    write_changed_mul({{from, to}}, folder_ / "changed.pt2");
    return folder_ / "changed.pt2";
  }

  ScratchFolder folder_;
};

TEST_F(Compile, WritesTheProgramAndNothingOnStandardError) {
  const std::string program = folder_ / "mul.pte";
  const CommandResult result =
      rushlight({"compile", zoo("mul"), "-o", program});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read_file(program).substr(4, 4), "ET12");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1);
}

TEST_F(Compile, NamesTheProgramAfterTheModel) {
  fs::copy(zoo("mul"), folder_ / "small.model.pt2");
  EXPECT_EQ(rushlight({"compile", folder_ / "small.model.pt2"}).status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "small.model.pte"));
}

TEST_F(Compile, DelegatesUnlessToldOtherwise) {
  const std::string program = folder_ / "a.pte";
  compile_zoo("linear", program);
  EXPECT_THAT(
      rushlight({"inspect", program}).out,
      AllOf(HasSubstr("delegate XnnpackBackend"), Not(HasSubstr("aten::"))));
  compile_zoo("linear", program, {"--backend", "portable"});
  EXPECT_THAT(rushlight({"inspect", program}).out,
              AllOf(HasSubstr("aten::addmm.out"), Not(HasSubstr("delegate "))));
}

TEST_F(Compile, TakesHalfWithoutABackend) {
  compile_zoo("linear", folder_ / "float.pte");
  compile_zoo("linear", folder_ / "half.pte", {"--fp16"});
  EXPECT_NE(read_file(folder_ / "half.pte"), read_file(folder_ / "float.pte"));
}

TEST_F(Compile, NamesTheDefaultInItsHelp) {
  EXPECT_THAT(rushlight({"compile", "--help"}).out,
              HasSubstr("(default: xnnpack)"));
}

TEST_F(Compile, ReportsWhatWentToTheDelegate) {
  const CommandResult result =
      rushlight({"compile", zoo("linear"), "-o", folder_ / "a.pte", "--backend",
                 "mps", "--fp16", "--report"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("100.00 % of 27 multiply-adds"));
  EXPECT_THAT(rushlight({"inspect", folder_ / "a.pte"}).out,
              HasSubstr("MPSBackend"));
}

TEST_F(Compile, StopsAfterAStageAndPrintsTheGraph) {
  const CommandResult result =
      rushlight({"compile", zoo("linear"), "-o", folder_ / "a.pte",
                 "--stop-after", "import"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("linear"));
  EXPECT_FALSE(fs::exists(folder_ / "a.pte"));
}

TEST_F(Compile, RefusesAnUnknownStage) {
  EXPECT_THAT(refusal(zoo("mul"), {"--stop-after", "lunch"}),
              AllOf(HasSubstr("lunch"), HasSubstr("import")));
}

TEST_F(Compile, RefusesAnUnknownBackend) {
  EXPECT_THAT(refusal(zoo("mul"), {"--backend", "abacus"}),
              AllOf(HasSubstr("abacus"), HasSubstr("portable")));
}

TEST_F(Compile, RefusesHalfWithoutADelegate) {
  EXPECT_THAT(refusal(zoo("mul"), {"--fp16", "--backend", "portable"}),
              AllOf(HasSubstr("--fp16"), HasSubstr("portable")));
}

TEST_F(Compile, RefusesATextFile) {
  write_file(folder_ / "text.pt2", "no archive\n");
  EXPECT_THAT(refusal(folder_ / "text.pt2"), HasSubstr("text.pt2"));
}

TEST_F(Compile, RefusesAnEmptyFile) {
  write_file(folder_ / "empty.pt2", "");
  EXPECT_THAT(refusal(folder_ / "empty.pt2"), HasSubstr("empty.pt2"));
}

TEST_F(Compile, RefusesATruncatedArchive) {
  const std::string whole = read_file(zoo("linear"));
  write_file(folder_ / "half.pt2", whole.substr(0, whole.size() / 2));
  EXPECT_THAT(refusal(folder_ / "half.pt2"), HasSubstr("half.pt2"));
}

TEST_F(Compile, RefusesAWeightlessArchive) {
  EXPECT_THAT(refusal(fixture("zoo/linear/model.pt2")), HasSubstr("weight_0"));
}

TEST_F(Compile, NamesAnUnknownOperatorAndItsLineInTheModel) {
  EXPECT_THAT(
      refusal(changed_mul("aten.mul.Tensor", "aten.no_such_operator.default")),
      AllOf(HasSubstr("no_such_operator"), HasSubstr("zoo.py:107"),
            HasSubstr("return a * b")));
}

TEST_F(Compile, NamesAnUnknownOverload) {
  EXPECT_THAT(refusal(changed_mul("aten.mul.Tensor", "aten.mul.NoSuch")),
              HasSubstr("NoSuch"));
}

TEST_F(Compile, RefusesAnOperatorOfAnotherNamespace) {
  EXPECT_THAT(refusal(changed_mul("ops.aten.mul.Tensor", "ops.acme.mul.fast")),
              AllOf(HasSubstr("acme"), HasSubstr("zoo.py:107")));
}

TEST_F(Compile, RefusesJsonThatIsCut) {
  EXPECT_THAT(refusal(changed_mul("{", "")), HasSubstr("model.json"));
}

TEST_F(Compile, LeavesAnOlderProgramAloneWhenItFails) {
  write_file(folder_ / "old.pte", "older program");
  const CommandResult result = rushlight(
      {"compile",
       changed_mul("aten.mul.Tensor", "aten.no_such_operator.default"), "-o",
       folder_ / "old.pte"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(read_file(folder_ / "old.pte"), "older program");
}

TEST_F(Compile, NamesAnOutputThatCannotBeWritten) {
  const CommandResult result = rushlight(
      {"compile", zoo("mul"), "-o", folder_ / "no_such_folder/mul.pte"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("no_such_folder/mul.pte"));
}

TEST_F(Compile, PutsSeveralMethodsIntoOneProgram) {
  const std::string program = folder_ / "two.pte";
  const CommandResult result =
      rushlight({"compile", "--method", "times=" + zoo("mul"), "--method",
                 "line=" + zoo("linear"), "-o", program});
  ASSERT_EQ(result.status, 0) << result.err;
  write_floats(folder_ / "a.npy", {3, 2});
  const CommandResult run =
      rushlight({"run", program, "--method", "times", "--input",
                 folder_ / "a.npy", "--input", folder_ / "a.npy"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("max 25"));
}

TEST_F(Compile, RefusesAMethodThatIsNamedTwice) {
  EXPECT_THAT(refusal(zoo("mul"), {"--method", "forward=" + zoo("linear")}),
              AllOf(HasSubstr("forward"), HasSubstr("twice")));
}

TEST_F(Compile, RefusesAMethodWithoutAFile) {
  EXPECT_THAT(refusal(zoo("mul"), {"--method", "encode"}),
              HasSubstr("NAME=FILE.pt2"));
}

}  // namespace
}  // namespace rushlight::test
