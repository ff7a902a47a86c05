#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/import/zip_archive.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/verifier.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace executorch::exir {
namespace {

const std::string kDigits =
    std::string(RUSHLIGHT_SOURCE_DIR) + "/test/fixtures/digits/digits.pt2";

std::string write_file(const std::string& name, const std::string& content) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("rushlight_import_test_" + name);
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

TEST(ImportTest, ReadsGraphSignatureAndRanges) {
  const auto program = import_pt2(kDigits);
  ASSERT_TRUE(program) << program.error().str();
  const Graph& graph = *program->graph;
  EXPECT_TRUE(verify(graph));
  ASSERT_EQ(graph.inputs().size(), 1u);
  EXPECT_EQ(graph.inputs()[0]->name, "image");
  EXPECT_EQ(graph.inputs()[0]->tensor().sizes[0].range().max, 512);
  EXPECT_EQ(graph.outputs().size(), 1u);
  EXPECT_EQ(graph.constants().size(), 25u);
  EXPECT_NE(program->input_tree.find("builtins.tuple"), std::string::npos);
  const Node& first = *graph.nodes().front();
  EXPECT_EQ(first.op().schema.qualified_name(), "aten::conv2d");
  EXPECT_EQ(first.location()->innermost_frame().substr(0, 34),
            "train_digits.py:33 in forward: ret");
  EXPECT_EQ(first.location()->module_path, "features.0");
}

TEST(ImportTest, WeightsStayInTheMappedFile) {
  const auto program = import_pt2(kDigits);
  ASSERT_TRUE(program);
  for (const Value* constant : program->graph->constants()) {
    EXPECT_TRUE(constant->data.is_mapped) << constant->name;
  }
}

TEST(ImportTest, FilesThatAreNoArchivesAreNamed) {
  const std::string text = write_file("text.pt2", "just text, no zip at all");
  const auto not_zip = import_pt2(text);
  ASSERT_FALSE(not_zip);
  EXPECT_EQ(not_zip.error().message, text + ": not a zip archive");
  const std::string empty = write_file("empty.pt2", "");
  const auto is_empty = import_pt2(empty);
  ASSERT_FALSE(is_empty);
  EXPECT_EQ(is_empty.error().message, empty + ": the file is empty");
  const auto missing = import_pt2("no_such_file.pt2");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "no_such_file.pt2: No such file or directory");
}

TEST(ZipArchiveTest, ReadsStoredEntriesInPlace) {
  const auto archive = ZipArchive::open(kDigits);
  ASSERT_TRUE(archive);
  const auto format = archive->read("digits/archive_format");
  ASSERT_TRUE(format);
  EXPECT_EQ(format->text(), "pt2");
  EXPECT_TRUE(format->is_mapped);
  const auto missing = archive->read("digits/none");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "archive has no entry digits/none");
}

TEST(ZipArchiveTest, DamagedBytesFailTheirChecksum) {
  std::ifstream file(kDigits, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(file)),
                      std::istreambuf_iterator<char>());
  content[content.find("{\"graph_module\"")] = '[';
  const auto archive =
      ZipArchive::open(write_file("damaged.pt2", content));
  ASSERT_TRUE(archive);
  const auto model = archive->read("digits/models/model.json");
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("checksum"), std::string::npos);
}

}  // namespace
}  // namespace executorch::exir
