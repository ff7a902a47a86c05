#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/exir/passes/sym_values.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace executorch::exir {
namespace {

/// Builds the values of size expressions before one node.
class Materializer {
 public:
  Materializer(Graph& graph, SymValues& known) : graph_(graph), known_(known) {}

  Expected<void> need(Node* before, const SymInt& value) {
    if (value.is_constant() || known_.find(value) != nullptr) {
      return {};
    }
    return build(before, value);
  }

  /// Takes note of a node that has been passed. Values of a branch or loop
  /// are out of sight behind it.
  void pass(const Node& node) {
    if (node.op().opens_region()) {
      regions_.push_back({known_, visible_.size()});
    } else if (node.op().closes_region() || node.op().is_else()) {
      known_ = regions_.back().known;
      visible_.resize(regions_.back().visible);
      if (node.op().closes_region()) {
        regions_.pop_back();
      }
    }
    for (Value* output : node.outputs()) {
      known_.add(output);
      visible_.push_back(output);
    }
  }

 private:
  struct Region {
    SymValues known;
    size_t visible = 0;
  };

  /// A value or a constant, as an argument of a prim operator.
  Expected<Argument> operand(Node* before, const SymInt& value) {
    if (value.is_constant()) {
      return Argument(value);
    }
    ET_TRY(need(before, value));
    return Argument(known_.find(value));
  }

  Expected<void> binary(Node* before, std::string_view op, const SymInt& a,
                        const SymInt& b, const SymInt& result) {
    ET_ASSIGN(Argument left, operand(before, a));
    ET_ASSIGN(Argument right, operand(before, b));
    define(before, op, {std::move(left), std::move(right)}, result);
    return {};
  }

  void define(Node* before, std::string_view op, std::vector<Argument> args,
              const SymInt& result) {
    Node* node = graph_.insert(
        before, *find_op(op), std::move(args),
        {ScalarSpec{ScalarSpec::Kind::kInt, result, 0}}, before == nullptr ? nullptr : before->location(),
        "size");
    known_.add(node->output());
  }

  Expected<void> build(Node* before, const SymInt& value) {
    const SymInt::Terms& terms = *value.terms();
    if (terms.size() > 1) {
      SymInt last;
      SymInt rest;
      for (const auto& [key, term] : terms) {
        const SymInt one = as_sym_int(term);
        rest = rest + last;
        last = one;
      }
      return binary(before, "executorch_prim::add.Scalar", rest, last, value);
    }
    const SymInt::Term& term = terms.begin()->second;
    if (term.coefficient != 1) {
      return binary(before, "executorch_prim::mul.Scalar",
                    SymInt(term.coefficient), product(term.monomial), value);
    }
    if (term.monomial.size() > 1) {
      const SymInt::Monomial head(term.monomial.begin(),
                                  term.monomial.end() - 1);
      return binary(before, "executorch_prim::mul.Scalar", product(head),
                    atom_value(term.monomial.back()), value);
    }
    return build_atom(before, *term.monomial.front(), value);
  }

  Expected<void> build_atom(Node* before, const SymAtom& atom,
                            const SymInt& value) {
    switch (atom.kind) {
      case SymAtom::Kind::kFloorDiv:
        return binary(before, "executorch_prim::floordiv.Scalar",
                      atom.operands[0], atom.operands[1], value);
      case SymAtom::Kind::kMod:
        return binary(before, "executorch_prim::mod.Scalar", atom.operands[0],
                      atom.operands[1], value);
      case SymAtom::Kind::kMin:
        return binary(before, "executorch_prim::sym_min.Scalar",
                      atom.operands[0], atom.operands[1], value);
      case SymAtom::Kind::kMax:
        return binary(before, "executorch_prim::sym_max.Scalar",
                      atom.operands[0], atom.operands[1], value);
      case SymAtom::Kind::kSymbol:
        break;
    }
    return read_size(before, value);
  }

  /// aten::sym_size.int of a tensor that has the symbol as a size: an input,
  /// or the result of a node before (the number of elements found, say).
  Expected<void> read_size(Node* before, const SymInt& symbol) {
    for (Value* input : graph_.inputs()) {
      if (read_size_of(before, input, symbol)) {
        return {};
      }
    }
    for (Value* value : visible_) {
      if (read_size_of(before, value, symbol)) {
        return {};
      }
    }
    return solve(before, symbol);
  }

  bool read_size_of(Node* before, Value* value, const SymInt& symbol) {
    if (!value->is_tensor()) {
      return false;
    }
    const auto& sizes = value->sizes();
    const auto found = std::find(sizes.begin(), sizes.end(), symbol);
    if (found == sizes.end()) {
      return false;
    }
    define(before, "aten::sym_size.int",
           {Argument(value), Argument(SymInt(found - sizes.begin()))}, symbol);
    return true;
  }

  /// The symbol from a size `a symbol + b` of an input, where no size is the
  /// symbol itself.
  Expected<void> solve(Node* before, const SymInt& symbol) {
    for (Value* input : graph_.inputs()) {
      for (size_t i = 0; input->is_tensor() && i < input->sizes().size(); ++i) {
        const SymInt size = input->sizes()[i];
        const auto line = as_line(size, symbol);
        if (!line) {
          continue;
        }
        const auto [slope, offset] = *line;
        if (known_.find(size) == nullptr) {
          define(before, "aten::sym_size.int",
                 {Argument(input), Argument(SymInt(static_cast<int64_t>(i)))},
                 size);
        }
        const SymInt scaled = SymInt(slope) * symbol;
        if (offset != 0) {
          define(before, "executorch_prim::sub.Scalar",
                 {Argument(known_.find(size)), Argument(SymInt(offset))},
                 scaled);
        }
        if (slope != 1) {
          define(before, "executorch_prim::floordiv.Scalar",
                 {Argument(known_.find(scaled)), Argument(SymInt(slope))},
                 symbol);
        }
        return {};
      }
    }
    return fail(fmt::format("size {} cannot be told from the sizes of the "
                            "inputs",
                            symbol.str()));
  }

  /// a and b of `value` = a symbol + b with a > 0.
  static std::optional<std::pair<int64_t, int64_t>> as_line(
      const SymInt& value, const SymInt& symbol) {
    if (value.is_constant()) {
      return std::nullopt;
    }
    int64_t slope = 0;
    int64_t offset = 0;
    for (const auto& [key, term] : *value.terms()) {
      if (term.monomial.empty()) {
        offset = term.coefficient;
      } else if (product(term.monomial) == symbol) {
        slope = term.coefficient;
      } else {
        return std::nullopt;
      }
    }
    return slope > 0 ? std::optional(std::pair(slope, offset)) : std::nullopt;
  }

  static SymInt atom_value(const SymAtomPtr& atom) {
    SymInt::Terms terms;
    terms[atom->key] = {{atom}, 1};
    return from_terms(std::move(terms));
  }

  static SymInt product(const SymInt::Monomial& monomial) {
    SymInt out(1);
    for (const SymAtomPtr& atom : monomial) {
      out = out * atom_value(atom);
    }
    return out;
  }

  static SymInt as_sym_int(const SymInt::Term& term) {
    return product(term.monomial) * SymInt(term.coefficient);
  }

  Graph& graph_;
  SymValues& known_;
  std::vector<Value*> visible_;
  std::vector<Region> regions_;
};

/// A view of one unknown size leaves it to the kernel, as -1; an expansion
/// keeps the sizes that it does not change.
void shorten(Node& node) {
  const std::string& name = node.op().schema.name;
  const bool views = name == "view_copy" || name == "et_view";
  if (!views && name != "expand_copy") {
    return;
  }
  std::vector<SymInt> sizes = node.ints("size");
  if (views && std::ranges::find(sizes, SymInt(-1)) != sizes.end()) {
    sizes = node.output()->sizes();
  }
  const auto unknown = [](const SymInt& size) { return !size.is_constant(); };
  if (views) {
    const bool has_zero = std::find(sizes.begin(), sizes.end(), SymInt(0)) !=
                          sizes.end();
    if (!has_zero && std::count_if(sizes.begin(), sizes.end(), unknown) == 1) {
      *std::find_if(sizes.begin(), sizes.end(), unknown) = SymInt(-1);
    }
  } else {
    const auto& from = node.tensor("self")->sizes();
    const size_t lead = sizes.size() - from.size();
    for (size_t i = lead; i < sizes.size(); ++i) {
      if (unknown(sizes[i]) && sizes[i] == from[i - lead]) {
        sizes[i] = SymInt(-1);
      }
    }
  }
  node.set_arg(*node.op().schema.param_index("size"), std::move(sizes));
}

}  // namespace

/// An integer input that instructions read may have any value; one that none
/// reads is taken for fixed. This reads it.
void read_symbolic_inputs(Graph& graph) {
  for (Value* input : graph.inputs()) {
    const auto* scalar = std::get_if<ScalarSpec>(&input->spec);
    if (scalar != nullptr && scalar->kind == ScalarSpec::Kind::kInt &&
        !scalar->sym.is_constant()) {
      graph.insert(nullptr, *find_op("executorch_prim::add.Scalar"),
                   {Argument(input), Argument(SymInt(0))},
                   {ScalarSpec{ScalarSpec::Kind::kInt,
                               SymInt::symbol(input->name + " read", {}), 0}},
                   nullptr, "read");
    }
  }
}

/// Size expressions that arguments and outputs use become values: sizes of
/// tensors and arithmetic on them.
Expected<bool> materialize_sym_ints_pass(Graph& graph) {
  SymValues known;
  for (Value* input : graph.inputs()) {
    known.add(input);
  }
  Materializer materializer(graph, known);
  const size_t before = graph.nodes().size();
  for (const auto& owned : graph.nodes()) {
    Node* node = owned.get();
    shorten(*node);
    for (const Argument& argument : node->args()) {
      if (const auto* value = std::get_if<SymInt>(&argument)) {
        ET_TRY(materializer.need(node, *value));
      } else if (const auto* list =
                     std::get_if<std::vector<SymInt>>(&argument)) {
        for (const SymInt& item : *list) {
          ET_TRY(materializer.need(node, item));
        }
      }
    }
    materializer.pass(*node);
  }
  for (const GraphOutput& output : graph.outputs()) {
    if (const auto* value = std::get_if<SymInt>(&output.value)) {
      ET_TRY(materializer.need(nullptr, *value));
    }
  }
  read_symbolic_inputs(graph);
  return graph.nodes().size() != before;
}

}  // namespace executorch::exir
