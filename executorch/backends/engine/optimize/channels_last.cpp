#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/optimize/single_values.h>

#include <algorithm>
#include <utility>

namespace executorch::backends::engine {
namespace {

using Axes = std::vector<int32_t>;

/// Dimension i of [N, H, W, C] is this one of [N, C, H, W].
const Axes kToNhwc = {0, 2, 3, 1};
const Axes kToNchw = {0, 3, 1, 2};

template <typename T>
std::vector<T> permuted(const std::vector<T>& from, const Axes& axes) {
  std::vector<T> to;
  for (const int32_t axis : axes) {
    to.push_back(from[static_cast<size_t>(axis)]);
  }
  return to;
}

/// Where an axis of [N, C, H, W] is in [N, H, W, C].
int32_t moved(int32_t axis) { return kToNchw[static_cast<size_t>(axis)]; }

/// Gives each value of rank 4 two forms, of which those that are needed are
/// made: its own, and the one with the channels last.
class Pass {
 public:
  explicit Pass(const Graph& from)
      : copy_(from), nhwc_(from.values().size(), kNoValue) {}

  Result<Graph> run() {
    ET_CHECK_OK_OR_RETURN_ERROR(copy_.start());
    for (const Node& node : copy_.from().nodes()) {
      ET_CHECK_OK_OR_RETURN_ERROR(std::visit(
          [&](const auto& op) { return rewrite(node, op); }, node.op));
    }
    for (const ValueId id : copy_.from().outputs()) {
      ET_CHECK_OK_OR_RETURN_ERROR(own_form(id).error());
    }
    return copy_.take();
  }

 private:
  const TensorType& type(ValueId old) const { return copy_.from().type(old); }
  bool has_own_form(ValueId old) const { return copy_.id(old) != kNoValue; }
  /// The value exists with the channels last alone.
  bool is_nhwc(ValueId old) const {
    return old != kNoValue && !has_own_form(old);
  }

  Result<ValueId> transposed(ValueId id, const Axes& axes) {
    const TensorType from = copy_.graph().type(id);
    if (keeps_order(from.sizes, axes)) {
      return copy_.graph().add(Reshape{}, {id},
                               {from.dtype, permuted(from.sizes, axes)});
    }
    return copy_.graph().add(Transpose{axes}, {id});
  }

  Result<ValueId> own_form(ValueId old) {
    if (!has_own_form(old)) {
      const Result<ValueId> made = transposed(nhwc_[old], kToNchw);
      ET_CHECK_OK_OR_RETURN_ERROR(made.error());
      copy_.set_id(old, *made);
    }
    return copy_.id(old);
  }

  Result<ValueId> nhwc_form(ValueId old) {
    if (nhwc_[old] == kNoValue) {
      const Result<ValueId> made = transposed(copy_.id(old), kToNhwc);
      ET_CHECK_OK_OR_RETURN_ERROR(made.error());
      nhwc_[old] = *made;
    }
    return nhwc_[old];
  }

  /// An operand that broadcasts to [N, C, H, W], for [N, H, W, C].
  Result<ValueId> broadcast_form(ValueId old) {
    const TensorType& from = type(old);
    if (from.rank() == 4) {
      return nhwc_form(old);
    }
    if (from.numel() == 1) {
      return own_form(old);
    }
    std::vector<int64_t> sizes(4 - from.rank(), 1);
    sizes.insert(sizes.end(), from.sizes.begin(), from.sizes.end());
    const Result<ValueId> planes = copy_.graph().add(
        Reshape{}, {copy_.id(old)}, {from.dtype, std::move(sizes)});
    ET_CHECK_OK_OR_RETURN_ERROR(planes.error());
    return transposed(*planes, kToNhwc);
  }

  /// The node on the forms with the channels last.
  Error add_nhwc(const Node& node, Op op, std::vector<ValueId> inputs) {
    const TensorType& result = type(node.outputs[0]);
    const auto outputs = copy_.graph().add_all(
        std::move(op), std::move(inputs),
        {result.dtype, permuted(result.sizes, kToNhwc)}, 1);
    ET_CHECK_OK_OR_RETURN_ERROR(outputs.error());
    nhwc_[node.outputs[0]] = outputs->front();
    return Error::Ok;
  }

  /// The node on the forms that its operands have of their own.
  Error keep(const Node& node) {
    for (const ValueId id : node.inputs) {
      if (id != kNoValue) {
        ET_CHECK_OK_OR_RETURN_ERROR(own_form(id).error());
      }
    }
    return copy_.copy(node);
  }

  /// An operand is there with the channels last, so the result is too.
  bool follows(const Node& node) const {
    return node.outputs.size() == 1 && type(node.outputs[0]).rank() == 4 &&
           std::any_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) {
             return id != kNoValue && nhwc_[id] != kNoValue;
           });
  }

  Error rewrite_elements(const Node& node) {
    if (!follows(node)) {
      return keep(node);
    }
    std::vector<ValueId> inputs;
    for (const ValueId id : node.inputs) {
      const Result<ValueId> form = broadcast_form(id);
      ET_CHECK_OK_OR_RETURN_ERROR(form.error());
      inputs.push_back(*form);
    }
    return add_nhwc(node, node.op, std::move(inputs));
  }

  /// The same for operators with axes, which `op` has for the new form.
  template <typename Operator>
  Error rewrite_axes(const Node& node, const Operator& op) {
    std::vector<ValueId> inputs;
    for (const ValueId id : node.inputs) {
      const Result<ValueId> form = nhwc_form(id);
      ET_CHECK_OK_OR_RETURN_ERROR(form.error());
      inputs.push_back(*form);
    }
    return add_nhwc(node, op, std::move(inputs));
  }

  template <typename Operator>
  Error rewrite(const Node& node, const Operator&) {
    return is_pointwise<Operator> ? rewrite_elements(node) : keep(node);
  }

  Error rewrite(const Node& node, const Conv2d& op) {
    return rewrite_convolution(node, op, [](size_t operand) {
      return operand == 0 || operand == Epilogue::kResidual;
    });
  }
  Error rewrite(const Node& node, const QuantizedConv2d& op) {
    return rewrite_convolution(node, op,
                               [](size_t operand) { return operand == 0; });
  }

  template <typename Operator, typename IsPlanes>
  Error rewrite_convolution(const Node& node, const Operator& op,
                            const IsPlanes& is_planes) {
    Operator changed = op;
    changed.layout = Layout::kNhwc;
    std::vector<ValueId> inputs;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const ValueId id = node.inputs[i];
      inputs.push_back(kNoValue);
      if (id != kNoValue) {
        const Result<ValueId> form =
            is_planes(i) ? nhwc_form(id) : own_form(id);
        ET_CHECK_OK_OR_RETURN_ERROR(form.error());
        inputs.back() = *form;
      }
    }
    return add_nhwc(node, changed, std::move(inputs));
  }

  Error rewrite(const Node& node, const Pool2d& op) {
    if (node.outputs.size() != 1) {
      return keep(node);
    }
    Pool2d changed = op;
    changed.layout = Layout::kNhwc;
    return rewrite_axes(node, changed);
  }

  Error rewrite(const Node& node, const Concat& op) {
    if (!follows(node)) {
      return keep(node);
    }
    return rewrite_axes(node, Concat{moved(op.axis)});
  }
  Error rewrite(const Node& node, const Slice& op) {
    if (!follows(node)) {
      return keep(node);
    }
    return rewrite_axes(node, Slice{moved(op.axis), op.start, op.step});
  }
  Error rewrite(const Node& node, const Pad& op) {
    if (!follows(node)) {
      return keep(node);
    }
    return rewrite_axes(node, Pad{permuted(op.before, kToNhwc),
                                  permuted(op.after, kToNhwc), op.value});
  }
  Error rewrite(const Node& node, const Mean& op) {
    if (!follows(node)) {
      return keep(node);
    }
    Mean changed;
    for (const int32_t axis : op.axes) {
      changed.axes.push_back(moved(axis));
    }
    return rewrite_axes(node, changed);
  }
  Error rewrite(const Node& node, const Softmax& op) {
    if (!follows(node) || op.axis != 1) {
      return keep(node);
    }
    return rewrite_axes(node, Softmax{moved(op.axis), op.is_log});
  }

  /// Of whole slices, one for each index.
  Error rewrite(const Node& node, const Gather& op) {
    const ValueId x = node.inputs[0];
    const ValueId indices = node.inputs[1];
    if (nhwc_[x] == kNoValue || type(indices).rank() != 1) {
      return keep(node);
    }
    const Result<ValueId> own = own_form(indices);
    ET_CHECK_OK_OR_RETURN_ERROR(own.error());
    return add_nhwc(node, Gather{moved(op.axis), op.allows_negative},
                    {nhwc_[x], *own});
  }

  Error rewrite(const Node& node, const Transpose& op) {
    const ValueId from = node.inputs[0];
    const ValueId to = node.outputs[0];
    if (op.axes == kToNhwc && nhwc_[from] != kNoValue) {
      copy_.set_id(to, nhwc_[from]);
      return Error::Ok;
    }
    if (op.axes == kToNchw && has_own_form(from)) {
      nhwc_[to] = copy_.id(from);
      return Error::Ok;
    }
    if (!is_nhwc(from)) {
      return keep(node);
    }
    Axes axes;
    for (const int32_t axis : op.axes) {
      axes.push_back(moved(axis));
    }
    const Result<ValueId> made = transposed(nhwc_[from], axes);
    ET_CHECK_OK_OR_RETURN_ERROR(made.error());
    copy_.set_id(to, *made);
    return Error::Ok;
  }

  /// One pixel has its channels in the same order in both forms.
  Error rewrite(const Node& node, const Reshape&) {
    const ValueId from = node.inputs[0];
    if (!is_nhwc(from) || !keeps_order(type(from).sizes, kToNhwc)) {
      return keep(node);
    }
    const Result<ValueId> made =
        copy_.graph().add(Reshape{}, {nhwc_[from]}, type(node.outputs[0]));
    ET_CHECK_OK_OR_RETURN_ERROR(made.error());
    copy_.set_id(node.outputs[0], *made);
    return Error::Ok;
  }

  Error rewrite(const Node& node, const PixelShuffle& op) {
    const ValueId from = node.inputs[0];
    if (!is_nhwc(from)) {
      return keep(node);
    }
    const std::vector<int64_t>& x = type(from).sizes;
    const int64_t r = op.factor;
    const ScalarType dtype = type(from).dtype;
    Graph& graph = copy_.graph();
    const Result<ValueId> split =
        graph.add(Reshape{}, {nhwc_[from]},
                  {dtype, {x[0], x[2], x[3], x[1] / (r * r), r, r}});
    ET_CHECK_OK_OR_RETURN_ERROR(split.error());
    const Result<ValueId> turned =
        graph.add(Transpose{{0, 1, 4, 2, 5, 3}}, {*split});
    ET_CHECK_OK_OR_RETURN_ERROR(turned.error());
    return add_nhwc(node, Reshape{}, {*turned});
  }

  GraphCopy copy_;
  std::vector<ValueId> nhwc_;  ///< by old value
};

}  // namespace

Result<Graph> to_channels_last(const Graph& graph) { return Pass(graph).run(); }

}  // namespace executorch::backends::engine
