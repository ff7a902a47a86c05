#include <executorch/backends/engine/plan/step_info.h>

namespace executorch::backends::engine {
namespace {

template <typename Operator>
int64_t multiply_adds(const Operator&, const NodeView&) {
  return 0;
}

int64_t multiply_adds_of_weight(const NodeView& node) {
  const TensorType& weight = node.input(1);
  return node.output().numel() * (weight.numel() / weight.sizes[0]);
}
int64_t multiply_adds(const Conv2d&, const NodeView& node) {
  return multiply_adds_of_weight(node);
}
int64_t multiply_adds(const QuantizedConv2d&, const NodeView& node) {
  return multiply_adds_of_weight(node);
}

int64_t multiply_adds(const MatMul&, const NodeView& node) {
  return node.output().numel() * node.input(0).sizes.back();
}

}  // namespace

StepInfo info_of(const PlannedNode& node) {
  StepInfo info;
  info.output = node.view.output();
  for (const NodeView::Operand& operand : node.view.inputs) {
    info.nbytes += operand.type == nullptr
                       ? 0
                       : static_cast<int64_t>(operand.type->nbytes());
  }
  info.nbytes += static_cast<int64_t>(info.output.nbytes());
  std::visit(
      [&](const auto& op) {
        info.name = op.kName;
        info.multiply_adds =
            info.output.numel() == 0 ? 0 : multiply_adds(op, node.view);
      },
      node.node->op);
  info.name += std::string(" ") + node.kernel->name();
  return info;
}

}  // namespace executorch::backends::engine
