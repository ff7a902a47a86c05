#include <executorch/exir/import/json.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive_edit.h"
#include "child_process.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

using testing::HasSubstr;
namespace json = executorch::exir::json;

std::string inspect(const std::string& path, const char* option = nullptr) {
  std::vector<std::string> args{"inspect", path};
  if (option != nullptr) {
    args.emplace_back(option);
  }
  const CommandResult result = rushlight(args);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

TEST(Inspect, DescribesAnArchive) {
  const std::string text = inspect(zoo("linear"));
  EXPECT_THAT(text, HasSubstr("f32[3, 3]"));
  EXPECT_THAT(text, HasSubstr("aten::linear"));
}

TEST(Inspect, DescribesAProgram) {
  const ScratchFolder folder;
  compile_zoo("linear", folder / "linear.pte", {"--backend", "portable"});
  const std::string text = inspect(folder / "linear.pte");
  EXPECT_THAT(text, HasSubstr("ET12"));
  EXPECT_THAT(text, HasSubstr("method forward"));
  EXPECT_THAT(text, HasSubstr("f32[3, 3]"));
  EXPECT_THAT(text, HasSubstr("aten::addmm.out"));
}

TEST(Inspect, PrintsJson) {
  const ScratchFolder folder;
  compile_zoo("linear", folder / "linear.pte");
  const std::string text = inspect(folder / "linear.pte", "--json");
  simdjson::dom::parser parser;
  json::element root;
  ASSERT_EQ(parser.parse(text).get(root), simdjson::SUCCESS);
  const auto methods = json::array_member(root, "methods");
  ASSERT_EQ(error_of(methods), "");
  ASSERT_EQ(methods->size(), 1u);
  const json::element method = *methods->begin();
  EXPECT_EQ(json::string_member(method, "name").value_or(""), "forward");
  const auto planned = json::array_member(method, "non_const_buffer_sizes");
  ASSERT_EQ(error_of(planned), "");
  ASSERT_EQ(planned->size(), 2u);
  EXPECT_GT(json::as_int(*++planned->begin(), "size").value_or(0), 0);
}

TEST(Inspect, RefusesATruncatedProgram) {
  const ScratchFolder folder;
  compile_zoo("linear", folder / "linear.pte");
  write_file(folder / "cut.pte",
             read_file(folder / "linear.pte").substr(0, 150));
  const CommandResult result = rushlight({"inspect", folder / "cut.pte"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("cut.pte"));
}

}  // namespace
}  // namespace rushlight::test
