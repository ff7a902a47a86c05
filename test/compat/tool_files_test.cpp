#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case_zip.h"
#include "child_process.h"
#include "paths.h"

namespace rushlight::test {
namespace {

using testing::HasSubstr;

TEST(BundledProgram, OfExecutorchGivesItsOutputs) {
  const auto zip = open_case(fixture("upstream/convnet.bundled.zip"));
  ASSERT_TRUE(zip.has_value());
  const CommandResult result =
      rushlight({"run", "--bundled", *zip->folder / "model.bpte"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("all outputs are as expected"));
}

TEST(BundledProgram, WrittenHereGivesItsOutputsAndNoOthers) {
  const auto zip = open_case(fixture("upstream/add_mul.portable.zip"));
  ASSERT_TRUE(zip.has_value());
  const std::string path = *zip->folder / "own.bpte";
  const CommandResult written = rushlight(
      {"bundle", zip->program, "--calls", zip->folder->path(), "-o", path});
  ASSERT_EQ(written.status, 0) << written.err;
  EXPECT_EQ(rushlight({"run", "--bundled", path}).status, 0);

  std::string damaged = read_file(path);
  damaged.resize(damaged.size() - 8);
  write_file(*zip->folder / "cut.bpte", damaged);
  const CommandResult refused =
      rushlight({"run", "--bundled", *zip->folder / "cut.bpte"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("not a valid bundled program"));
}

TEST(Etdump, OfExecutorchIsShown) {
  const auto zip = open_case(fixture("upstream/add_mul.etdump_debug.zip"));
  ASSERT_TRUE(zip.has_value());
  const CommandResult result =
      rushlight({"inspect", *zip->folder / "run.etdp"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Method::execute"));
}

TEST(Etdump, OfARunHasItsOperators) {
  const auto zip = open_case(fixture("upstream/add_mul.portable.zip"));
  ASSERT_TRUE(zip.has_value());
  const std::string path = *zip->folder / "run.etdump";
  const std::string trace = *zip->folder / "trace.json";
  const CommandResult run = rushlight(
      {"run", zip->program, "--calls", zip->folder->path(), "--etdump", path});
  ASSERT_EQ(run.status, 0) << run.err;
  const CommandResult result =
      rushlight({"inspect", path, "--json", "--trace", trace});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Method::execute"));
  EXPECT_THAT(read_file(trace), HasSubstr("\"ph\": \"X\""));

  write_file(path, read_file(path).substr(0, 40));
  EXPECT_EQ(rushlight({"inspect", path}).status, 1);
}

}  // namespace
}  // namespace rushlight::test
