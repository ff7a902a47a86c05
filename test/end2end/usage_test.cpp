#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "child_process.h"

namespace rushlight::test {
namespace {

using testing::HasSubstr;

TEST(Usage, HelpOfTheCommandNamesItsSubcommands) {
  const CommandResult result = rushlight({"--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  for (const char* name : {"compile", "run", "inspect", "bench"}) {
    EXPECT_THAT(result.out, HasSubstr(name));
  }
}

class Subcommand : public testing::TestWithParam<std::string> {};

TEST_P(Subcommand, HelpShowsAnExample) {
  const CommandResult result = rushlight({GetParam(), "--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("Example: rushlight " + GetParam()));
}

TEST_P(Subcommand, WithoutAFileIsWrongUsage) {
  const CommandResult result = rushlight({GetParam()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err, "");
}

TEST_P(Subcommand, UnknownOptionIsWrongUsageAndNamed) {
  const CommandResult result = rushlight({GetParam(), "x.pte", "--wrong"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--wrong"));
}

TEST_P(Subcommand, MissingFileIsNamed) {
  for (const char* path : {"/nowhere/x.pt2", "/nowhere/x.pte"}) {
    const CommandResult result = rushlight({GetParam(), path});
    EXPECT_EQ(result.status, 1) << path;
    EXPECT_THAT(result.err, HasSubstr(path));
    EXPECT_EQ(result.out, "");
  }
}

INSTANTIATE_TEST_SUITE_P(Command, Subcommand,
                         testing::Values("compile", "run", "inspect", "bench"),
                         [](const auto& test) { return test.param; });

TEST(Usage, NoSubcommandIsWrongUsage) { EXPECT_EQ(rushlight({}).status, 2); }

TEST(Usage, UnknownSubcommandIsWrongUsage) {
  EXPECT_EQ(rushlight({"transmogrify", "x.pt2"}).status, 2);
}

}  // namespace
}  // namespace rushlight::test
