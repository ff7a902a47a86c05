#include <executorch/exir/ir/parser.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/exir/ir/verifier.h>
#include <executorch/exir/passes/pass.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// Each .ir file of this folder is a case: a line `// RUN: pass pass`, a graph,
/// and expectations on the printed result, in order: `// CHECK: text` is in a
/// later line, `// CHECK-NOT: text` in no line, `// ERROR: text` is in the
/// refusal.
namespace executorch::exir {
namespace {

struct PassCase {
  std::vector<PassInfo> passes;
  std::vector<std::string> checks;
  std::vector<std::string> absent;
  std::vector<std::string> errors;
  std::string text;
};

std::vector<std::filesystem::path> case_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::string(RUSHLIGHT_SOURCE_DIR) + "/executorch/exir/passes/test")) {
    if (entry.path().extension() == ".ir") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool take_directive(const std::string& line, const std::string& name,
                    std::string& rest) {
  const std::string head = "// " + name + ": ";
  if (line.compare(0, head.size(), head) != 0) {
    return false;
  }
  rest = line.substr(head.size());
  return true;
}

PassCase read_case(const std::filesystem::path& path) {
  PassCase out;
  std::ifstream file(path);
  std::string line;
  std::string rest;
  while (std::getline(file, line)) {
    if (take_directive(line, "RUN", rest)) {
      std::istringstream names(rest);
      for (std::string name; names >> name;) {
        for (const PassInfo& pass : lowering_pipeline()) {
          if (pass.name == name) {
            out.passes.push_back(pass);
            break;
          }
        }
      }
    } else if (take_directive(line, "CHECK", rest)) {
      out.checks.push_back(rest);
    } else if (take_directive(line, "CHECK-NOT", rest)) {
      out.absent.push_back(rest);
    } else if (take_directive(line, "ERROR", rest)) {
      out.errors.push_back(rest);
    }
    out.text += line + "\n";
  }
  return out;
}

void expect_checks(const PassCase& test, const std::string& printed) {
  size_t at = 0;
  for (const std::string& check : test.checks) {
    const size_t found = printed.find(check, at);
    EXPECT_NE(found, std::string::npos)
        << "not found: " << check << "\nin\n" << printed;
    at = found == std::string::npos ? at : printed.find('\n', found);
  }
  for (const std::string& absent : test.absent) {
    EXPECT_EQ(printed.find(absent), std::string::npos)
        << "found: " << absent << "\nin\n" << printed;
  }
}

class PassTest : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(PassTest, GivesTheExpectedGraph) {
  const PassCase test = read_case(GetParam());
  ASSERT_FALSE(test.passes.empty());
  auto graph = parse_graph(test.text);
  ASSERT_TRUE(graph) << graph.error().str();
  ASSERT_TRUE(verify(**graph)) << verify(**graph).error().str();
  const auto result = run_passes(**graph, test.passes);
  if (test.errors.empty()) {
    ASSERT_TRUE(result) << result.error().str();
    expect_checks(test, print_graph(**graph));
    return;
  }
  ASSERT_FALSE(result) << print_graph(**graph);
  for (const std::string& error : test.errors) {
    EXPECT_NE(result.error().str().find(error), std::string::npos)
        << "not found: " << error << "\nin\n" << result.error().str();
  }
}

INSTANTIATE_TEST_SUITE_P(Files, PassTest, testing::ValuesIn(case_files()),
                         [](const auto& info) {
                           std::string name = info.param.stem().string();
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace executorch::exir
