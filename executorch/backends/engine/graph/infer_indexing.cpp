#include <executorch/backends/engine/graph/infer.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

namespace executorch::backends::engine {
namespace {

Error expect_integer(const char* name, const NodeTypes& node, size_t input) {
  const ScalarType dtype = node.input(input).dtype;
  ET_CHECK_OR_RETURN_ERROR(is_integer(dtype), InvalidProgram,
                           "%s: operand %zu is %s, expected an integer", name,
                           input, runtime::toString(dtype));
  return Error::Ok;
}

/// The sizes of what the coordinates, operands from `first` on, name in x.
Error infer_slices(const char* name, const NodeTypes& node, size_t first,
                   std::vector<int64_t>& sizes) {
  const TensorType& x = node.input(0);
  const size_t n = node.inputs.size();
  ET_CHECK_OR_RETURN_ERROR(
      n > first && n - first <= x.rank(), InvalidProgram,
      "%s: %zu operands, expected 1 to %zu coordinates after %zu others", name,
      n, x.rank(), first);
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(name, node, n, n));
  sizes.clear();
  for (size_t i = first; i < n; ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(expect_integer(name, node, i));
    ET_CHECK_OK_OR_RETURN_ERROR(
        broadcast_sizes(name, node.input(i).sizes, sizes));
  }
  sizes.insert(sizes.end(), x.sizes.begin() + static_cast<ptrdiff_t>(n - first),
               x.sizes.end());
  return Error::Ok;
}

}  // namespace

Error infer(const Gather& op, NodeTypes& node) {
  using Operator = Gather;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 2, 2));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_integer(Operator::kName, node, 1));
  const TensorType& x = node.input(0);
  const TensorType& indices = node.input(1);
  ET_CHECK_OK_OR_RETURN_ERROR(expect_axis(Operator::kName, op.axis, x.rank()));
  TensorType type = x;
  const auto at = type.sizes.erase(type.sizes.begin() + op.axis);
  type.sizes.insert(at, indices.sizes.begin(), indices.sizes.end());
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const GatherNd&, NodeTypes& node) {
  using Operator = GatherNd;
  ET_ENGINE_CHECK(node.has(0), "operand 0 is left out");
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  std::vector<int64_t> sizes;
  ET_CHECK_OK_OR_RETURN_ERROR(infer_slices(Operator::kName, node, 1, sizes));
  node.outputs = {{node.input(0).dtype, sizes}};
  return Error::Ok;
}

Error infer(const ScatterNd& op, NodeTypes& node) {
  using Operator = ScatterNd;
  ET_ENGINE_CHECK(node.has(0) && node.has(1), "operand 0 or 1 is left out");
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  const TensorType& x = node.input(0);
  std::vector<int64_t> sizes;
  ET_CHECK_OK_OR_RETURN_ERROR(infer_slices(Operator::kName, node, 2, sizes));
  ET_CHECK_OK_OR_RETURN_ERROR(check_type(Operator::kName, {x.dtype, sizes}));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_dtype(Operator::kName, node, 1, x.dtype));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_broadcastable(Operator::kName, node.input(1).sizes, sizes));
  ET_ENGINE_CHECK(!op.accumulate || x.dtype != ScalarType::Bool,
                  "does not add values of Bool");
  node.outputs = {x};
  return Error::Ok;
}

}  // namespace executorch::backends::engine
