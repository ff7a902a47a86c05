#include <executorch/backends/engine/graph/infer.h>

namespace executorch::backends::engine {

Error infer(const MatMul& op, NodeTypes& node) {
  using Operator = MatMul;
  const size_t n_residuals = op.epilogue.has_residual ? 1 : 0;
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_inputs(Operator::kName, node, 2, 3 + n_residuals));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  const TensorType& a = node.input(0);
  const TensorType& b = node.input(1);
  ET_CHECK_OK_OR_RETURN_ERROR(expect_dtype(Operator::kName, node, 1, a.dtype));
  ET_ENGINE_CHECK(a.rank() >= 2 && b.rank() >= 2,
                  "operands %s and %s, expected 2 dimensions or more",
                  to_string(a).c_str(), to_string(b).c_str());
  ET_ENGINE_CHECK(a.sizes[a.rank() - 1] == b.sizes[b.rank() - 2],
                  "operands %s and %s, expected [.., M, K] and [.., K, N]",
                  to_string(a).c_str(), to_string(b).c_str());
  std::vector<int64_t> sizes(a.sizes.begin(), a.sizes.end() - 2);
  ET_CHECK_OK_OR_RETURN_ERROR(broadcast_sizes(
      Operator::kName, {b.sizes.begin(), b.sizes.end() - 2}, sizes));
  sizes.push_back(a.sizes[a.rank() - 2]);
  sizes.push_back(b.sizes[b.rank() - 1]);
  if (node.has(2)) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        expect_dtype(Operator::kName, node, 2, a.dtype));
    ET_CHECK_OK_OR_RETURN_ERROR(
        expect_broadcastable(Operator::kName, node.input(2).sizes, sizes));
  }
  node.outputs = {{a.dtype, sizes}};
  return expect_residual(Operator::kName, op.epilogue, node);
}

}  // namespace executorch::backends::engine
