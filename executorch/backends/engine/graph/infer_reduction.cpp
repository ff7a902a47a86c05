#include <executorch/backends/engine/graph/infer.h>

#include <cmath>

namespace executorch::backends::engine {
namespace {

Error check_epsilon(const char* name, double epsilon) {
  ET_CHECK_OR_RETURN_ERROR(epsilon >= 0 && std::isfinite(epsilon),
                           InvalidProgram, "%s: epsilon %g, expected 0 or more",
                           name, epsilon);
  return Error::Ok;
}

/// Operands from `first` on, where they are there, are of `type`.
Error expect_types(const char* name, const NodeTypes& node, size_t first,
                   const TensorType& type) {
  for (size_t i = first; i < node.inputs.size(); ++i) {
    if (node.has(i)) {
      ET_CHECK_OK_OR_RETURN_ERROR(expect_type(name, node, i, type));
    }
  }
  return Error::Ok;
}

}  // namespace

Error infer(const Mean& op, NodeTypes& node) {
  using Operator = Mean;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  TensorType type = node.input(0);
  std::vector<bool> seen(type.rank());
  for (const int32_t axis : op.axes) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        expect_axis(Operator::kName, axis, type.rank()));
    ET_ENGINE_CHECK(!seen[static_cast<size_t>(axis)], "axis %d occurs twice",
                    static_cast<int>(axis));
    seen[static_cast<size_t>(axis)] = true;
    type.sizes[static_cast<size_t>(axis)] = 1;
  }
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const Softmax& op, NodeTypes& node) {
  using Operator = Softmax;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_axis(Operator::kName, op.axis, node.input(0).rank()));
  node.outputs = {node.input(0)};
  return Error::Ok;
}

Error infer(const LayerNorm& op, NodeTypes& node) {
  using Operator = LayerNorm;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 3));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 3));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  ET_CHECK_OK_OR_RETURN_ERROR(check_epsilon(Operator::kName, op.epsilon));
  const TensorType& x = node.input(0);
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_axis(Operator::kName, op.first_axis, x.rank()));
  const auto first = x.sizes.begin() + op.first_axis;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_types(Operator::kName, node, 1,
                                           {x.dtype, {first, x.sizes.end()}}));
  std::vector<int64_t> statistics(x.sizes.begin(), first);
  statistics.resize(x.rank(), 1);
  node.outputs = {x, {x.dtype, statistics}, {x.dtype, statistics}};
  return Error::Ok;
}

Error infer(const BatchNorm& op, NodeTypes& node) {
  using Operator = BatchNorm;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 3, 5));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  ET_CHECK_OK_OR_RETURN_ERROR(check_epsilon(Operator::kName, op.epsilon));
  const TensorType& x = node.input(0);
  ET_ENGINE_CHECK(x.rank() >= 2, "operand %s, expected 2 dimensions or more",
                  to_string(x).c_str());
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_types(Operator::kName, node, 1, {x.dtype, {x.sizes[1]}}));
  node.outputs = {x};
  return Error::Ok;
}

}  // namespace executorch::backends::engine
