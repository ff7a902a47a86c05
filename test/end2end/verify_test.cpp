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

class Verify : public testing::Test {
 protected:
  CommandResult compile(const std::string& model,
                        const std::vector<std::string>& options) {
    std::vector<std::string> args{"compile", model, "--verify", "-o",
                                  folder_ / "out.pte"};
    args.insert(args.end(), options.begin(), options.end());
    return rushlight(args);
  }

  std::string refusal(const std::string& model,
                      const std::vector<std::string>& options) {
    const CommandResult result = compile(model, options);
    EXPECT_EQ(result.status, 1);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out.pte"));
    return result.err;
  }

  ScratchFolder folder_;
};

TEST_F(Verify, SaysWhatAgreesAndWritesTheProgram) {
  const CommandResult result = compile(zoo("linear"), {});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("verified: method forward, 1 output "
                                    "agrees, largest difference 0 (allowed"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out.pte"));
}

TEST_F(Verify, LooksAtEveryMethod) {
  const CommandResult result =
      compile(zoo("mul"), {"--method", "line=" + zoo("linear")});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("verified: method forward"),
                                HasSubstr("verified: method line")));
}

TEST_F(Verify, TakesInputs) {
  write_floats(folder_ / "a.npy", {3, 2});
  EXPECT_EQ(compile(zoo("mul"), {"--input", folder_ / "a.npy", "--input",
                                 folder_ / "a.npy"})
                .status,
            0);
}

TEST_F(Verify, RefusesInputsThatDoNotFit) {
  write_floats(folder_ / "a.npy", {3, 4});
  EXPECT_THAT(refusal(zoo("mul"), {"--input", folder_ / "a.npy", "--input",
                                   folder_ / "a.npy"}),
              HasSubstr("input 0 has 4 where the model expects 2"));
  EXPECT_THAT(refusal(zoo("mul"), {"--input", "2"}),
              HasSubstr("1 inputs, expected 2"));
}

TEST_F(Verify, RefusesToVerifyRandomNumbers) {
  const std::string other =
      R"(, {"name": "other", "arg": {"as_tensor": {"name": "b"}}, "kind": 1})";
  write_changed_mul(
      {{"aten.mul.Tensor", "aten.rand_like.default"}, {other, ""}},
      folder_ / "random.pt2");
  EXPECT_THAT(refusal(folder_ / "random.pt2", {}),
              AllOf(HasSubstr("aten::rand: gives another result every time"),
                    HasSubstr("zoo.py:107")));
}

TEST_F(Verify, RefusesOptionsThatDoNotFitEachOther) {
  EXPECT_THAT(refusal(zoo("mul"), {"--stop-after", "import"}),
              HasSubstr("--stop-after"));
  EXPECT_THAT(refusal(zoo("mul"),
                      {"--method", "line=" + zoo("linear"), "--input", "2"}),
              HasSubstr("several methods"));
  const CommandResult result = rushlight(
      {"compile", zoo("mul"), "--input", "2", "-o", folder_ / "out.pte"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("--input is given without --verify"));
}

}  // namespace
}  // namespace rushlight::test
