#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace {

using executorch::exir::OpInfo;

std::string how(const OpInfo& op) {
  if (op.schema.ns == "executorch_prim") {
    return "prim kernel `" + op.out_name + "`";
  }
  if (op.has_kernel) {
    return "kernel `" + op.out_name + "`";
  }
  return "decomposition";
}

std::string table() {
  std::string text =
      "# Operators\n\n"
      "Made from the rows of `executorch/ops/*.def` by `operator-table > "
      "docs/operators.md`. In-place forms (`aten::add_.Tensor`) of "
      "functional operators are accepted as well.\n\n"
      "| operator | how | pointwise |\n| --- | --- | --- |\n";
  for (const OpInfo& op : executorch::exir::all_ops()) {
    text += fmt::format("| `{}` | {} | {} |\n", op.schema.qualified_name(),
                        how(op), op.is_pointwise ? "yes" : "");
  }
  return text;
}

}  // namespace

/// Prints the table of all operators, or with --check FILE tells whether the
/// file holds it.
int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--check") {
    std::ifstream file(argv[2]);
    const std::string found((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
    if (found == table()) {
      return 0;
    }
    fmt::print(stderr, "{} is not what operator-table prints\n", argv[2]);
    return 1;
  }
  fmt::print("{}", table());
  return 0;
}
