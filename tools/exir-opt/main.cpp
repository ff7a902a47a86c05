#include <executorch/exir/ir/parser.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/exir/ir/verifier.h>
#include <executorch/exir/passes/pass.h>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <vector>

namespace {

using namespace executorch::exir;

Expected<std::string> optimize(const std::string& path,
                               const std::vector<std::string>& names) {
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)),
                         std::istreambuf_iterator<char>());
  if (!file) {
    return fail(path + ": cannot be read");
  }
  ET_ASSIGN(const auto graph, parse_graph(text));
  ET_TRY(verify(*graph));
  std::vector<PassInfo> passes;
  for (const std::string& name : names) {
    const PassInfo* pass = find_pass(name);
    if (pass == nullptr || pass->run == nullptr) {
      return fail("pass " + name + " is not known");
    }
    passes.push_back(*pass);
  }
  ET_TRY(run_passes(*graph, passes));
  return print_graph(*graph);
}

}  // namespace

/// Runs passes on a graph in text form and prints the result:
///   exir-opt GRAPH.ir PASS...
int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: exir-opt GRAPH.ir PASS...\n");
    return 2;
  }
  const auto result = optimize(argv[1], {argv + 2, argv + argc});
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().str());
    return 1;
  }
  fmt::print("{}", *result);
  return 0;
}
