#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/optimize/single_values.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace executorch::backends::engine {
namespace {

using Sizes = std::vector<int64_t>;

/// So many nodes that only change the sizes are looked through: a graph may
/// have any number.
constexpr size_t kMaxSteps = 8;

/// What a node becomes.
struct Norm {
  LayerNorm op;
  ValueId x = kNoValue;
  ValueId weight = kNoValue;
  ValueId bias = kNoValue;

  const Sizes& sizes(const Graph& graph) const { return graph.type(x).sizes; }
};

class Pass {
 public:
  explicit Pass(const Graph& from)
      : copy_(from), uses_(from), norms_(from.nodes().size()) {}

  Result<Graph> run() {
    ET_CHECK_OK_OR_RETURN_ERROR(copy_.start());
    const std::vector<Node>& nodes = graph().nodes();
    for (size_t i = 0; i < nodes.size(); ++i) {
      norms_[i] = find(nodes[i]);
      ET_CHECK_OK_OR_RETURN_ERROR(norms_[i].has_value()
                                      ? add(nodes[i], *norms_[i])
                                      : copy_.copy(nodes[i]));
    }
    return copy_.take();
  }

 private:
  const Graph& graph() const { return copy_.from(); }

  const Node* producer(ValueId id) const { return uses_.producer(graph(), id); }

  const Node* binary(ValueId id, Binary::Kind kind) const {
    const Node* node = producer(id);
    const auto* op = node == nullptr ? nullptr : std::get_if<Binary>(&node->op);
    return op != nullptr && op->kind == kind ? node : nullptr;
  }

  /// The same elements in the same order, as they are first called.
  ValueId behind_reshapes(ValueId id) const {
    for (size_t step = 0; step < kMaxSteps; ++step) {
      const Node* node = producer(id);
      const auto* turn =
          node == nullptr ? nullptr : std::get_if<Transpose>(&node->op);
      const bool is_same =
          node != nullptr &&
          (std::holds_alternative<Reshape>(node->op) ||
           (turn != nullptr &&
            keeps_order(graph().type(node->inputs[0]).sizes, turn->axes)));
      if (!is_same) {
        break;
      }
      id = node->inputs[0];
    }
    return id;
  }

  /// The axis from which on all elements are averaged, where `id` has a mean
  /// for each of the rows of a value of `sizes`.
  std::optional<int32_t> first_axis(ValueId id, const Sizes& sizes) const {
    const Sizes& means = graph().type(id).sizes;
    if (means.size() != sizes.size()) {
      return std::nullopt;
    }
    size_t first = sizes.size();
    while (first > 0 && means[first - 1] == 1) {
      --first;
    }
    // Of dimensions of 1 the norm is the same with them and without.
    while (first < sizes.size() && sizes[first] == 1) {
      ++first;
    }
    const bool is_of_rows =
        first < sizes.size() &&
        std::equal(sizes.begin(), sizes.begin() + static_cast<ptrdiff_t>(first),
                   means.begin());
    return is_of_rows ? std::optional<int32_t>(static_cast<int32_t>(first))
                      : std::nullopt;
  }

  /// What is averaged over the innermost elements to `id`.
  ValueId averaged(ValueId id) const {
    const Node* node = producer(behind_reshapes(id));
    const auto* mean = node == nullptr ? nullptr : std::get_if<Mean>(&node->op);
    if (mean == nullptr || mean->axes.empty()) {
      return kNoValue;
    }
    const Sizes& sizes = graph().type(node->inputs[0]).sizes;
    const auto first = static_cast<size_t>(
        *std::min_element(mean->axes.begin(), mean->axes.end()));
    for (size_t i = first; i < sizes.size(); ++i) {
      const bool is_mean =
          std::find(mean->axes.begin(), mean->axes.end(),
                    static_cast<int32_t>(i)) != mean->axes.end();
      if (!is_mean && sizes[i] != 1) {
        return kNoValue;
      }
    }
    return behind_reshapes(node->inputs[0]);
  }

  /// x - mean(x)
  struct Centred {
    ValueId x = kNoValue;
    ValueId mean = kNoValue;
  };
  std::optional<Centred> centred(ValueId id) const {
    const Node* node = binary(id, Binary::Kind::kSub);
    if (node == nullptr) {
      return std::nullopt;
    }
    const ValueId x = node->inputs[0];
    const ValueId mean = node->inputs[1];
    return averaged(mean) == behind_reshapes(x)
               ? std::optional<Centred>({x, mean})
               : std::nullopt;
  }

  /// The epsilon of 1 / sqrt(mean(value * value) + epsilon).
  std::optional<double> epsilon_of(ValueId scale, ValueId value) const {
    const Node* node = producer(behind_reshapes(scale));
    const auto* unary =
        node == nullptr ? nullptr : std::get_if<Unary>(&node->op);
    if (unary == nullptr || unary->kind != Unary::Kind::kRsqrt) {
      return std::nullopt;
    }
    const Node* sum =
        binary(behind_reshapes(node->inputs[0]), Binary::Kind::kAdd);
    if (sum == nullptr) {
      return std::nullopt;
    }
    for (const size_t side : {0, 1}) {
      const std::optional<double> epsilon =
          number_of(graph(), sum->inputs[1 - side]);
      if (epsilon.has_value() && *epsilon >= 0 &&
          is_mean_square(sum->inputs[side], value)) {
        return epsilon;
      }
    }
    return std::nullopt;
  }

  bool is_mean_square(ValueId id, ValueId value) const {
    const ValueId squares = averaged(id);
    const Node* node =
        squares == kNoValue ? nullptr : binary(squares, Binary::Kind::kMul);
    return node != nullptr && node->inputs[0] == node->inputs[1] &&
           behind_reshapes(node->inputs[0]) == behind_reshapes(value);
  }

  std::optional<Norm> find(const Node& node) const {
    const auto* op = std::get_if<Binary>(&node.op);
    if (op == nullptr ||
        graph().type(node.outputs[0]).dtype != ScalarType::Float) {
      return std::nullopt;
    }
    for (const size_t side : {0, 1}) {
      const ValueId value = node.inputs[side];
      const ValueId other = node.inputs[1 - side];
      std::optional<Norm> found;
      if (op->kind == Binary::Kind::kMul) {
        found = scaled(value, other);
      }
      found = found.has_value() ? found : extended(op->kind, value, other);
      if (found.has_value() &&
          graph().type(node.outputs[0]) == graph().type(found->x)) {
        return found;
      }
    }
    return std::nullopt;
  }

  /// value / sqrt(mean(value * value) + epsilon), of differences to the mean or
  /// of the numbers themselves.
  std::optional<Norm> scaled(ValueId value, ValueId scale) const {
    const std::optional<double> epsilon = epsilon_of(scale, value);
    if (!epsilon.has_value()) {
      return std::nullopt;
    }
    const std::optional<Centred> difference = centred(value);
    Norm norm;
    norm.x = difference.has_value() ? difference->x : value;
    norm.op.is_centred = difference.has_value();
    norm.op.epsilon = *epsilon;
    const std::optional<int32_t> first = first_axis(scale, norm.sizes(graph()));
    if (!first.has_value() ||
        (difference.has_value() &&
         first != first_axis(difference->mean, norm.sizes(graph())))) {
      return std::nullopt;
    }
    norm.op.first_axis = *first;
    return norm;
  }

  /// A norm with its weight or bias.
  std::optional<Norm> extended(Binary::Kind kind, ValueId value,
                               ValueId other) const {
    const size_t made = uses_.producers[value];
    if (made == kNoNode || uses_.counts[value] != 1 ||
        !norms_[made].has_value() || !is_of_elements(other, *norms_[made])) {
      return std::nullopt;
    }
    Norm norm = *norms_[made];
    if (kind == Binary::Kind::kMul && norm.weight == kNoValue &&
        norm.bias == kNoValue) {
      norm.weight = other;
      return norm;
    }
    if (kind == Binary::Kind::kAdd && norm.bias == kNoValue) {
      norm.bias = other;
      return norm;
    }
    return std::nullopt;
  }

  /// One number for each of the elements that are normalized together, the same
  /// for all rows.
  bool is_of_elements(ValueId id, const Norm& norm) const {
    const Sizes& x = norm.sizes(graph());
    const Sizes& sizes = graph().type(id).sizes;
    const size_t n = x.size() - static_cast<size_t>(norm.op.first_axis);
    return sizes.size() >= n && sizes.size() <= x.size() &&
           std::equal(sizes.end() - static_cast<ptrdiff_t>(n), sizes.end(),
                      x.end() - static_cast<ptrdiff_t>(n)) &&
           std::all_of(sizes.begin(), sizes.end() - static_cast<ptrdiff_t>(n),
                       [](int64_t size) { return size == 1; });
  }

  Result<ValueId> elements(ValueId id, const Norm& norm) {
    if (id == kNoValue) {
      return kNoValue;
    }
    const TensorType& type = graph().type(id);
    const Sizes& x = norm.sizes(graph());
    Sizes sizes(x.begin() + norm.op.first_axis, x.end());
    return type.sizes == sizes
               ? Result<ValueId>(copy_.id(id))
               : copy_.graph().add(Reshape{}, {copy_.id(id)},
                                   TensorType{type.dtype, std::move(sizes)});
  }

  Error add(const Node& node, const Norm& norm) {
    const Result<ValueId> weight = elements(norm.weight, norm);
    ET_CHECK_OK_OR_RETURN_ERROR(weight.error());
    const Result<ValueId> bias = elements(norm.bias, norm);
    ET_CHECK_OK_OR_RETURN_ERROR(bias.error());
    return copy_.copy(node, norm.op, {copy_.id(norm.x), *weight, *bias});
  }

  GraphCopy copy_;
  GraphUses uses_;
  std::vector<std::optional<Norm>> norms_;  ///< by node
};

}  // namespace

Result<Graph> fuse_norms(const Graph& graph) { return Pass(graph).run(); }

}  // namespace executorch::backends::engine
