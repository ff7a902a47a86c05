#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/passes/pass.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace executorch::exir {
namespace {

/// The smallest size that the export states for sizes that are not bounded
/// below: it specialises on 0 and 1 without meaning to exclude them.
constexpr int64_t kUsualMinimum = 2;

/// Adds checks in front of the first node.
class InputChecker {
 public:
  explicit InputChecker(Graph& graph)
      : graph_(graph),
        first_(graph.nodes().empty() ? nullptr : graph.nodes().front().get()) {}

  bool run() {
    for (Value* input : graph_.inputs()) {
      if (input->is_tensor() && !input->tensor().is_static()) {
        for (size_t dim = 0; dim < input->sizes().size(); ++dim) {
          check(input, dim);
        }
      }
    }
    return added_;
  }

 private:
  /// A size that no other tells is read, not checked, but for its minimum.
  void check(Value* input, size_t dim) {
    const SymInt& size = input->sizes()[dim];
    const auto symbol = size.as_symbol();
    const bool defines = symbol && defined_.insert(*symbol).second;
    if (!defines) {
      require("eq", input, dim, size, "");
    } else if (size.range().min > kUsualMinimum) {
      require("ge", input, dim, SymInt(size.range().min), "at least ");
    }
  }

  void require(std::string_view relation, Value* input, size_t dim,
               const SymInt& expected, std::string_view words) {
    // A symbol of its own: the size found need not be the one expected.
    const SymInt found = SymInt::symbol(
        fmt::format("{}.size({})", input->name, dim), {0, std::nullopt});
    Value* value = insert(
        "aten::sym_size.int",
        {Argument(input), SymInt(static_cast<int64_t>(dim))},
        {ScalarSpec{ScalarSpec::Kind::kInt, found, 0}});
    Value* holds =
        insert(fmt::format("executorch_prim::{}.Scalar", relation),
               {Argument(value), expected},
               {ScalarSpec{ScalarSpec::Kind::kBool, SymInt(0), 0}});
    insert("aten::_assert_scalar",
           {Argument(holds),
            fmt::format("size {} of input {} is not {}{}", dim, input->name,
                        words, expected.str())},
           {});
  }

  Value* insert(std::string_view op, std::vector<Argument> args,
                std::vector<ValueSpec> specs) {
    added_ = true;
    const bool has_result = !specs.empty();
    Node* node = graph_.insert(first_, *find_op(op), std::move(args),
                               std::move(specs), nullptr, "check");
    return has_result ? node->output() : nullptr;
  }

  Graph& graph_;
  Node* first_;
  std::set<std::string> defined_;
  bool added_ = false;
};

}  // namespace

/// What the export proved about the sizes of dynamic inputs, and the program
/// relies on, is checked when it runs: sizes that are constant, equal or
/// expressions of each other, and minima. The format holds maxima only.
Expected<bool> check_inputs_pass(Graph& graph) {
  return InputChecker(graph).run();
}

}  // namespace executorch::exir
