#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/util/loops.h>
#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/optimize/single_values.h>
#include <executorch/backends/engine/optimize/strided_views.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace executorch::backends::engine {
namespace {

using Sizes = std::vector<int64_t>;

/// So many nodes between products, and between them and what makes their
/// operands, are looked at: a graph may have any number.
constexpr size_t kMaxSteps = 16;

/// The two innermost sizes.
struct MatrixSizes {
  int64_t rows;
  int64_t columns;

  explicit MatrixSizes(const Sizes& sizes)
      : rows(sizes[sizes.size() - 2]), columns(sizes.back()) {}
  bool operator==(const MatrixSizes& other) const {
    return rows == other.rows && columns == other.columns;
  }
};

/// The sizes by which there are matrices, without those of 1.
Sizes batch_of(const Sizes& sizes) {
  Sizes batch;
  std::copy_if(sizes.begin(), sizes.end() - 2, std::back_inserter(batch),
               [](int64_t size) { return size != 1; });
  return batch;
}

/// An operand of the attention, or its result.
struct Matrices {
  ValueId id = kNoValue;
  StridedView view;  ///< by dimension of the batch, then of the matrix
  int64_t rows = 1;
  int64_t columns = 1;
  double factor = 1;  ///< all elements times that
};

/// Reads a tensor that broadcasts to matrices of `sizes`.
Matrices matrices_of(ValueId id, const Sizes& own, const Sizes& sizes) {
  Matrices made;
  made.id = id;
  const Sizes strides = broadcast_strides(own, sizes);
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != 1 || d + 2 >= sizes.size()) {
      made.view.strides.push_back(strides[d]);
    }
  }
  const MatrixSizes matrix(sizes);
  made.rows = matrix.rows;
  made.columns = matrix.columns;
  return made;
}

void transpose(Matrices& matrices) {
  std::swap(matrices.view.strides.back(), *(matrices.view.strides.end() - 2));
  std::swap(matrices.rows, matrices.columns);
}

bool has_stride(const Matrices& matrices, int64_t stride) {
  return matrices.columns == 1 || matrices.view.strides.back() == stride;
}

/// As an Attention node has them, and its result.
enum Operand : size_t { kQ, kK, kV, kMask = Attention::kMask, kResult };
constexpr size_t kOperands = kResult + 1;

/// Whether the kernels read, or write, row by row.
bool is_in_rows(Operand operand, const Matrices& matrices) {
  const bool is_keys = operand == kK;
  const bool is_mask = operand == kMask;
  return has_stride(matrices, 1) || (is_mask && has_stride(matrices, 0)) ||
         (is_keys &&
          (matrices.rows == 1 || *(matrices.view.strides.end() - 2) == 1));
}

/// The nodes around a Softmax that make an Attention.
class Match {
 public:
  Match(const Graph& graph, const GraphUses& uses)
      : graph_(graph), uses_(uses) {}

  bool find(const Node& softmax) {
    const auto* op = std::get_if<Softmax>(&softmax.op);
    if (op == nullptr || op->is_log) {
      return false;
    }
    const Sizes& sizes = graph_.type(softmax.outputs[0]).sizes;
    if (sizes.size() < 2 || static_cast<size_t>(op->axis) + 1 != sizes.size() ||
        !find_scores(softmax.inputs[0]) || !find_values(softmax.outputs[0])) {
      return false;
    }
    for (const Operand operand : {kQ, kK, kV, kMask}) {
      if (operands_[operand].id != kNoValue) {
        see_through_operand(operand);
      }
    }
    see_through_result();
    return true;
  }

  /// The node of which the result is that of the attention.
  size_t last() const { return last_; }

  Attention op() const {
    const auto& [q, k, v, mask, y] = operands_;
    Attention op;
    op.batch = batch_;
    op.rows = q.rows;
    op.keys = k.rows;
    op.depth = q.columns;
    op.columns = v.columns;
    op.scale = scale_ * q.factor * k.factor;
    op.q = q.view;
    op.k = k.view;
    op.v = v.view;
    op.mask = mask.view;
    op.y = y.view;
    return op;
  }

  std::vector<ValueId> inputs() const {
    std::vector<ValueId> ids;
    for (size_t i = 0; i < kResult && operands_[i].id != kNoValue; ++i) {
      ids.push_back(operands_[i].id);
    }
    return ids;
  }

 private:
  const Node* producer(ValueId id) const {
    return uses_.sole_producer(graph_, id);
  }

  /// The number by which the node multiplies its first operand.
  std::optional<double> factor(const Node& node) const {
    const auto* binary = std::get_if<Binary>(&node.op);
    if (binary == nullptr ||
        !(graph_.type(node.inputs[0]) == graph_.type(node.outputs[0]))) {
      return std::nullopt;
    }
    const std::optional<double> by = number_of(graph_, node.inputs[1]);
    if (by.has_value() && binary->kind == Binary::Kind::kMul) {
      return by;
    }
    return by.has_value() && binary->kind == Binary::Kind::kDiv && *by != 0
               ? std::optional<double>(1 / *by)
               : std::nullopt;
  }

  /// A reshape that leaves matrices as they are.
  bool keeps_matrices(const Node& node) const {
    const Sizes& from = graph_.type(node.inputs[0]).sizes;
    const Sizes& to = graph_.type(node.outputs[0]).sizes;
    return std::holds_alternative<Reshape>(node.op) && from.size() >= 2 &&
           to.size() >= 2 && MatrixSizes(from) == MatrixSizes(to);
  }

  /// A product without more, of matrices that are not empty.
  bool is_product(const Node& node) const {
    return std::holds_alternative<MatMul>(node.op) && node.inputs.size() == 2 &&
           graph_.type(node.inputs[0]).numel() != 0 &&
           graph_.type(node.inputs[1]).numel() != 0;
  }

  bool find_scores(ValueId id, size_t step = 0) {
    const Node* node = step < kMaxSteps ? producer(id) : nullptr;
    if (node == nullptr) {
      return false;
    }
    if (keeps_matrices(*node)) {
      return find_scores(node->inputs[0], step + 1);
    }
    if (const std::optional<double> by = factor(*node)) {
      scale_ *= *by;
      return find_scores(node->inputs[0], step + 1);
    }
    const auto* binary = std::get_if<Binary>(&node->op);
    if (binary != nullptr && binary->kind == Binary::Kind::kAdd) {
      return take_mask(*node, 0, step) || take_mask(*node, 1, step);
    }
    return is_product(*node) && take_product(*node);
  }

  /// An addition of which the operand `side` are the scores.
  bool take_mask(const Node& node, size_t side, size_t step) {
    const TensorType& type = graph_.type(node.outputs[0]);
    const ValueId mask = node.inputs[1 - side];
    if (operands_[kMask].id != kNoValue || scale_ != 1 ||
        !(graph_.type(node.inputs[side]) == type)) {
      return false;
    }
    operands_[kMask] = matrices_of(mask, graph_.type(mask).sizes, type.sizes);
    if (find_scores(node.inputs[side], step + 1) &&
        batch_of(type.sizes) == batch_) {
      return true;
    }
    operands_[kMask] = {};
    scale_ = 1;
    return false;
  }

  bool take_product(const Node& node) {
    const Sizes& y = graph_.type(node.outputs[0]).sizes;
    const Sizes& a = graph_.type(node.inputs[0]).sizes;
    const Sizes& b = graph_.type(node.inputs[1]).sizes;
    Sizes a_sizes = y;
    a_sizes.back() = a.back();
    Sizes b_sizes = y;
    *(b_sizes.end() - 2) = a.back();
    batch_ = batch_of(y);
    scale_ *= std::get<MatMul>(node.op).alpha;
    operands_[kQ] = matrices_of(node.inputs[0], a, a_sizes);
    operands_[kK] = matrices_of(node.inputs[1], b, b_sizes);
    transpose(operands_[kK]);
    return true;
  }

  /// The only reader of a value.
  size_t reader(ValueId id) const {
    return uses_.counts[id] == 1 ? uses_.readers[id] : kNoNode;
  }

  bool find_values(ValueId id, size_t step = 0) {
    const size_t found = step < kMaxSteps ? reader(id) : kNoNode;
    if (found == kNoNode) {
      return false;
    }
    const Node& node = graph_.nodes()[found];
    if (keeps_matrices(node)) {
      return find_values(node.outputs[0], step + 1);
    }
    if (!is_product(node) || node.inputs[0] != id ||
        std::get<MatMul>(node.op).alpha != 1) {
      return false;
    }
    const Sizes& y = graph_.type(node.outputs[0]).sizes;
    const Sizes& b = graph_.type(node.inputs[1]).sizes;
    Sizes b_sizes = y;
    *(b_sizes.end() - 2) = *(b.end() - 2);
    operands_[kV] = matrices_of(node.inputs[1], b, b_sizes);
    operands_[kResult] = matrices_of(node.outputs[0], y, y);
    last_ = found;
    return batch_of(y) == batch_ && batch_of(graph_.type(id).sizes) == batch_;
  }

  Sizes sizes_of(const Matrices& matrices) const {
    Sizes sizes = batch_;
    sizes.push_back(matrices.rows);
    sizes.push_back(matrices.columns);
    return sizes;
  }

  static void split(Matrices& matrices, size_t dim, int64_t size) {
    Sizes& strides = matrices.view.strides;
    if (!strides.empty()) {
      const auto at = strides.begin() + static_cast<ptrdiff_t>(dim);
      strides.insert(at, *at * size);
    }
  }

  /// Composes the view with what is below it. A dimension of the batch that
  /// has to be two for it becomes two everywhere.
  bool compose_with(Matrices& matrices, const StridedView& inner,
                    const Sizes& inner_sizes, Matrices& best) {
    for (;;) {
      const ComposedView composed =
          compose(matrices.view, sizes_of(matrices), inner, inner_sizes);
      if (composed.view.has_value()) {
        matrices.view = *composed.view;
        return true;
      }
      const size_t dim = composed.split_dim;
      const int64_t size = composed.split_size;
      if (size == 0 || dim >= batch_.size() || batch_.size() + 2 >= kMaxRank) {
        return false;
      }
      for (Matrices& operand : operands_) {
        split(operand, dim, size);
      }
      split(matrices, dim, size);
      split(best, dim, size);
      batch_[dim] /= size;
      batch_.insert(batch_.begin() + static_cast<ptrdiff_t>(dim) + 1, size);
    }
  }

  /// Reads the operand before it is moved, where it is in rows there too.
  void see_through_operand(Operand i) {
    Matrices now = operands_[i];
    Matrices best = now;
    const bool takes_factors = i == kQ || i == kK;
    for (size_t step = 0; step < kMaxSteps; ++step) {
      const size_t index = uses_.producers[now.id];
      if (index == kNoNode) {
        break;
      }
      const Node& node = graph_.nodes()[index];
      const std::optional<StridedView> inner = view_of_operand(graph_, node);
      if (inner.has_value()) {
        if (!compose_with(now, *inner, graph_.type(node.outputs[0]).sizes,
                          best)) {
          break;
        }
      } else if (const auto by = takes_factors ? factor(node) : std::nullopt) {
        now.factor *= *by;
      } else {
        break;
      }
      now.id = node.inputs[0];
      best = is_in_rows(i, now) ? now : best;
    }
    operands_[i] = best;
  }

  /// Writes the result to where it is moved.
  void see_through_result() {
    Matrices now = operands_[kResult];
    Matrices best = now;
    for (size_t step = 0; step < kMaxSteps; ++step) {
      const size_t index = reader(now.id);
      if (index == kNoNode) {
        break;
      }
      const Node& node = graph_.nodes()[index];
      const std::optional<StridedView> inner = view_of_result(graph_, node);
      if (!inner.has_value() ||
          !compose_with(now, *inner, graph_.type(node.inputs[0]).sizes, best)) {
        break;
      }
      now.id = node.outputs[0];
      if (is_in_rows(kResult, now)) {
        best = now;
        last_ = index;
      }
    }
    operands_[kResult] = best;
  }

  const Graph& graph_;
  const GraphUses& uses_;
  Sizes batch_;
  double scale_ = 1;
  std::array<Matrices, kOperands> operands_;
  size_t last_ = kNoNode;
};

}  // namespace

Result<Graph> fuse_attention(const Graph& graph) {
  const GraphUses uses(graph);
  std::vector<std::optional<Match>> fused(graph.nodes().size());
  for (const Node& node : graph.nodes()) {
    Match match(graph, uses);
    if (match.find(node)) {
      fused[match.last()].emplace(match);
    }
  }
  GraphCopy copy(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(copy.start());
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    ET_CHECK_OK_OR_RETURN_ERROR(
        fused[i].has_value()
            ? copy.copy(node, fused[i]->op(), copy.ids(fused[i]->inputs()))
            : copy.copy(node));
  }
  return copy.take();
}

}  // namespace executorch::backends::engine
