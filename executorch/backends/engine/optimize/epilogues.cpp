#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/optimize/optimize.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace executorch::backends::engine {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Epilogue* epilogue_of(Op& op) {
  if (auto* conv = std::get_if<Conv2d>(&op)) {
    return &conv->epilogue;
  }
  if (auto* product = std::get_if<MatMul>(&op)) {
    return &product->epilogue;
  }
  return nullptr;
}

/// Bounds that a node puts to its operand.
struct Bounds {
  double min = -kInfinity;
  double max = kInfinity;
  bool is_one = false;

  explicit Bounds(const Op& op) {
    if (const auto* clamp = std::get_if<Clamp>(&op)) {
      *this = Bounds(clamp->min_value, clamp->max_value);
    } else if (const auto* unary = std::get_if<Unary>(&op)) {
      if (unary->kind == Unary::Kind::kRelu) {
        *this = Bounds(0, kInfinity);
      }
    }
  }

 private:
  Bounds(double low, double high) : min(low), max(high), is_one(true) {}
};

class Pass {
 public:
  explicit Pass(const Graph& from)
      : copy_(from),
        uses_(from),
        fused_(from.nodes().size()),
        is_inner_(from.nodes().size()) {}

  Result<Graph> run() {
    const std::vector<Node>& nodes = copy_.from().nodes();
    for (size_t i = 0; i < nodes.size(); ++i) {
      fuse(i);
    }
    ET_CHECK_OK_OR_RETURN_ERROR(copy_.start());
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (is_inner_[i]) {
        continue;
      }
      const Node& node = nodes[i];
      ET_CHECK_OK_OR_RETURN_ERROR(
          fused_[i].inputs.empty()
              ? copy_.copy(node)
              : copy_.copy(node, fused_[i].op, copy_.ids(fused_[i].inputs)));
    }
    return copy_.take();
  }

 private:
  /// What a node becomes; no inputs: it stays.
  struct Fused {
    Op op;
    std::vector<ValueId> inputs;
  };

  /// The node is in the epilogue of another one.
  bool is_taken(size_t index) const {
    return is_inner_[index] || !fused_[index].inputs.empty();
  }

  /// The only reader of the only result, or kNoNode.
  size_t reader(const Node& node) const {
    const ValueId result = node.outputs[0];
    return uses_.counts[result] == 1 ? uses_.readers[result] : kNoNode;
  }

  /// Takes what follows node `index` into its epilogue; the last node that was
  /// taken becomes the fused one.
  void fuse(size_t index) {
    const std::vector<Node>& nodes = copy_.from().nodes();
    Fused fused{nodes[index].op, nodes[index].inputs};
    size_t last = index;
    for (size_t next = reader(nodes[last]); next != kNoNode;
         next = reader(nodes[last])) {
      if (is_taken(next) || !take(nodes[next], nodes[last].outputs[0], fused)) {
        break;
      }
      is_inner_[last] = true;
      last = next;
    }
    if (last != index) {
      fused_[last] = std::move(fused);
    }
  }

  /// Whether the node, which reads `value`, is now part of what makes it.
  bool take(const Node& node, ValueId value, Fused& fused) const {
    if (auto* conv = std::get_if<QuantizedConv2d>(&fused.op)) {
      return take_bounds(node, *conv);
    }
    if (auto* add = std::get_if<QuantizedAdd>(&fused.op)) {
      return take_bounds(node, *add);
    }
    Epilogue* epilogue = epilogue_of(fused.op);
    return epilogue != nullptr &&
           (take_bounds(node, *epilogue) ||
            take_residual(node, value, fused, *epilogue));
  }

  template <typename Quantized>
  static bool take_bounds(const Node& node, Quantized& op) {
    const Bounds bounds(node.op);
    const auto bounded = [&](uint8_t number) {
      return static_cast<uint8_t>(
          std::clamp(std::min(std::max<double>(number, bounds.min), bounds.max),
                     0.0, 255.0));
    };
    op.min = bounded(op.min);
    op.max = bounded(op.max);
    return bounds.is_one;
  }

  static bool take_bounds(const Node& node, Epilogue& epilogue) {
    const Bounds bounds(node.op);
    // A second pair of bounds would have to be applied to the first.
    if (!bounds.is_one || epilogue.min != -kInfinity ||
        epilogue.max != kInfinity) {
      return false;
    }
    epilogue.min = bounds.min;
    epilogue.max = bounds.max;
    return true;
  }

  /// An addition to what the node makes of `value` so far.
  bool take_residual(const Node& node, ValueId value, Fused& fused,
                     Epilogue& epilogue) const {
    const auto* binary = std::get_if<Binary>(&node.op);
    if (binary == nullptr || binary->kind != Binary::Kind::kAdd ||
        epilogue.has_residual || epilogue.min != -kInfinity ||
        epilogue.max != kInfinity) {
      return false;
    }
    const ValueId other =
        node.inputs[0] == value ? node.inputs[1] : node.inputs[0];
    const TensorType& result = copy_.from().type(value);
    if (!(copy_.from().type(other) == result) ||
        !(copy_.from().type(node.outputs[0]) == result)) {
      return false;
    }
    fused.inputs.resize(Epilogue::kResidual, kNoValue);
    fused.inputs.push_back(other);
    epilogue.has_residual = true;
    return true;
  }

  GraphCopy copy_;
  GraphUses uses_;
  std::vector<Fused> fused_;    ///< by node
  std::vector<bool> is_inner_;  ///< by node: part of a later one
};

}  // namespace

Result<Graph> fuse_epilogues(const Graph& graph) { return Pass(graph).run(); }

}  // namespace executorch::backends::engine
