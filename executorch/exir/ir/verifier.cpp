#include <executorch/exir/ir/verifier.h>

#include <executorch/exir/ir/arguments.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

namespace executorch::exir {
namespace {

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph) {}

  Expected<void> run() {
    for (const auto* list : {&graph_.inputs(), &graph_.constants()}) {
      defined_.insert(list->begin(), list->end());
    }
    for (const auto& node : graph_.nodes()) {
      check_node(*node);
      defined_.insert(node->outputs().begin(), node->outputs().end());
    }
    for (const GraphOutput& output : graph_.outputs()) {
      for_each_value(output.value, [&](Value* value) {
        if (defined_.count(value) == 0) {
          report(nullptr, "output " + value->name + " is not defined");
        }
      });
    }
    check_use_counts();
    if (!first_) {
      return {};
    }
    return fail(*std::move(first_));
  }

 private:
  void report(const Node* node, const std::string& message) {
    if (!first_) {
      first_ = node != nullptr ? diagnose(*node, message)
                               : Diagnostic{message, {}, {}, {}, {}};
    } else {
      first_->notes.push_back(
          node != nullptr ? message + " on " + print_node(*node) : message);
    }
  }

  void check_node(const Node& node) {
    const auto& params = node.op().schema.params;
    if (node.args().size() != params.size()) {
      report(&node, fmt::format("has {} arguments, expected {}",
                                node.args().size(), params.size()));
      return;
    }
    for (size_t i = 0; i < params.size(); ++i) {
      for_each_value(node.args()[i], [&](Value* value) {
        ++uses_[value];
        if (defined_.count(value) == 0) {
          report(&node, "uses %" + value->name + " before its definition");
        }
      });
      check_argument(node, params[i], node.args()[i]);
    }
    check_result(node);
  }

  void check_argument(const Node& node, const ops::Param& param,
                      const Argument& argument) {
    const auto fitted = fit_argument(param, argument);
    if (!fitted) {
      report(&node, fitted.error().message);
    }
  }

  void check_result(const Node& node) {
    if (node.op().infer == nullptr) {
      return;
    }
    const auto specs = node.op().infer(node);
    if (!specs) {
      report(&node, specs.error().message);
      return;
    }
    for (size_t i = 0; i < specs->size() && i < node.outputs().size(); ++i) {
      const auto* computed = std::get_if<TensorSpec>(&(*specs)[i]);
      if (computed != nullptr && node.output(i)->is_tensor() &&
          contradicts(*computed, node.output(i)->tensor())) {
        report(&node, fmt::format("result {} is stated as {}, computed as {}",
                                  i, node.output(i)->tensor().str(),
                                  computed->str()));
      }
    }
  }

  static bool contradicts(const TensorSpec& a, const TensorSpec& b) {
    if (a.dtype != b.dtype || a.sizes.size() != b.sizes.size()) {
      return true;
    }
    for (size_t i = 0; i < a.sizes.size(); ++i) {
      const auto x = a.sizes[i].constant();
      const auto y = b.sizes[i].constant();
      if (x && y && *x != *y) {
        return true;
      }
    }
    return false;
  }

  void check_use_counts() {
    for (const auto& node : graph_.nodes()) {
      for (const Value* output : node->outputs()) {
        const auto counted = uses_.find(output);
        const size_t expected =
            counted == uses_.end() ? 0 : counted->second;
        if (output->users.size() != expected) {
          report(node.get(), fmt::format("%{} lists {} uses, expected {}",
                                         output->name, output->users.size(),
                                         expected));
        }
      }
    }
  }

  const Graph& graph_;
  std::unordered_set<const Value*> defined_;
  std::unordered_map<const Value*, size_t> uses_;
  std::optional<Diagnostic> first_;
};

}  // namespace

Expected<void> verify(const Graph& graph) { return Verifier(graph).run(); }

}  // namespace executorch::exir
