#include <executorch/exir/import/json.h>
#include <executorch/exir/import/zip_archive.h>
#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace {

namespace json = executorch::exir::json;
using executorch::exir::OpInfo;
using executorch::exir::ZipArchive;

std::string how(const OpInfo& op) {
  if (op.is_control) {
    return "instructions";
  }
  if (op.schema.ns == "executorch_prim") {
    return "prim kernel `" + op.out_name + "`";
  }
  if (op.has_kernel) {
    return "kernel `" + op.out_name + "`";
  }
  return "decomposition";
}

/// What the one-operator cases say of an operator.
struct Evidence {
  std::set<std::string> dtypes;
  size_t cases = 0;
};

using EvidenceByName = std::map<std::string, Evidence>;

/// "aten.add.Tensor" -> "aten::add.Tensor", without a default overload.
std::string qualified_name(std::string target) {
  constexpr std::string_view kDefault = ".default";
  if (target.ends_with(kDefault)) {
    target.resize(target.size() - kDefault.size());
  }
  const size_t dot = target.find('.');
  return dot == std::string::npos
             ? target
             : target.substr(0, dot) + "::" + target.substr(dot + 1);
}

void read_case(const std::filesystem::path& path, EvidenceByName& evidence) {
  const auto archive = ZipArchive::open(path.string());
  const auto text = archive ? archive->read("case.json")
                            : executorch::exir::fail("no archive");
  simdjson::dom::parser parser;
  const auto root = text ? json::parse(parser, text->text(), "case.json")
                         : executorch::exir::fail("no case.json");
  if (!root) {
    return;
  }
  const auto dtype = json::string_member(*root, "dtype");
  const auto targets = json::array_member(*root, "targets");
  for (const json::element target : targets.value_or(json::array())) {
    const auto name = json::as_string(target, "targets");
    Evidence& entry = evidence[qualified_name(std::string(name.value_or("")))];
    entry.dtypes.insert(std::string(dtype.value_or("")));
    ++entry.cases;
  }
}

/// Of all zips below a folder.
EvidenceByName read_cases(const std::string& folder) {
  EvidenceByName evidence;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".zip") {
      read_case(entry.path(), evidence);
    }
  }
  return evidence;
}

std::string table(const EvidenceByName& evidence) {
  std::string text =
      "# Operators\n\n"
      "Made from the rows of `executorch/ops/*.def` and the cases of "
      "`test/fixtures/ops` by `operator-table test/fixtures/ops > "
      "docs/operators.md`. In-place forms (`aten::add_.Tensor`) of functional "
      "operators are accepted as well. Kernels have unit tests in "
      "`executorch/kernels/test` besides; an operator without cases is used "
      "by decompositions, or tested there alone.\n\n"
      "| operator | how | dtypes of its cases | cases |\n"
      "| --- | --- | --- | --- |\n";
  for (const OpInfo& op : executorch::exir::all_ops()) {
    const std::string name = op.schema.qualified_name();
    const auto found = evidence.find(name);
    const Evidence known =
        found == evidence.end() ? Evidence{} : found->second;
    text += fmt::format("| `{}` | {} | {} | {} |\n", name, how(op),
                        fmt::join(known.dtypes, " "),
                        known.cases == 0 ? "" : std::to_string(known.cases));
  }
  return text;
}

}  // namespace

/// operator-table CASES [--check FILE]: prints the table of all operators, or
/// tells whether the file holds it.
int main(int argc, char** argv) {
  if (argc != 2 && argc != 4) {
    fmt::print(stderr, "usage: operator-table CASES [--check FILE]\n");
    return 2;
  }
  const std::string expected = table(read_cases(argv[1]));
  if (argc == 2) {
    fmt::print("{}", expected);
    return 0;
  }
  std::ifstream file(argv[3]);
  const std::string found((std::istreambuf_iterator<char>(file)),
                          std::istreambuf_iterator<char>());
  if (found == expected) {
    return 0;
  }
  fmt::print(stderr, "{} is not what operator-table prints\n", argv[3]);
  return 1;
}
