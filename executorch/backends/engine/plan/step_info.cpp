#include <executorch/backends/engine/plan/step_info.h>

#include <executorch/runtime/core/checked_math.h>

#include <limits>

namespace executorch::backends::engine {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

int64_t product(int64_t a, int64_t b) {
  int64_t result = 0;
  return runtime::internal::mul_overflows(a, b, &result) ? kMost : result;
}

template <typename Operator>
int64_t multiply_adds(const Operator&, const NodeView&) {
  return 0;
}

int64_t multiply_adds_of_weight(const NodeView& node) {
  const TensorType& weight = node.input(1);
  return product(node.output().numel(), weight.numel() / weight.sizes[0]);
}
int64_t multiply_adds(const Conv2d&, const NodeView& node) {
  return multiply_adds_of_weight(node);
}
int64_t multiply_adds(const QuantizedConv2d&, const NodeView& node) {
  return multiply_adds_of_weight(node);
}

int64_t multiply_adds_of_rows(const NodeView& node) {
  return product(node.output().numel(), node.input(0).sizes.back());
}
int64_t multiply_adds(const MatMul&, const NodeView& node) {
  return multiply_adds_of_rows(node);
}
/// Of both products.
int64_t multiply_adds(const Attention& op, const NodeView& node) {
  const int64_t rows = node.output().numel() / op.columns;
  return product(product(rows, op.keys), saturated_sum(op.depth, op.columns));
}
int64_t multiply_adds(const QuantizedMatMul&, const NodeView& node) {
  return multiply_adds_of_rows(node);
}

}  // namespace

int64_t saturated_sum(int64_t a, int64_t b) {
  int64_t sum = 0;
  return runtime::internal::add_overflows(a, b, &sum) ? kMost : sum;
}

int64_t nbytes_of(const NodeView& view) {
  auto sum = static_cast<int64_t>(view.output().nbytes());
  for (const NodeView::Operand& operand : view.inputs) {
    if (operand.type != nullptr) {
      sum = saturated_sum(sum, static_cast<int64_t>(operand.type->nbytes()));
    }
  }
  return sum;
}

StepInfo info_of(const PlannedNode& node) {
  StepInfo info;
  info.output = node.view.output();
  info.nbytes = nbytes_of(node.view);
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
