#include <executorch/backends/engine/graph/infer.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

namespace executorch::backends::engine {

Error infer(const QuantizeRows& op, NodeTypes& node) {
  using Operator = QuantizeRows;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 3));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  const TensorType& x = node.input(0);
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_axis(Operator::kName, op.first_axis, x.rank()));
  std::vector<int64_t> rows = x.sizes;
  for (size_t i = static_cast<size_t>(op.first_axis); i < x.rank(); ++i) {
    ET_ENGINE_CHECK(x.sizes[i] > 0, "operand %s, expected rows with elements",
                    to_string(x).c_str());
    rows[i] = 1;
  }
  node.outputs = {{ScalarType::Byte, x.sizes},
                  {ScalarType::Float, rows},
                  {ScalarType::Byte, rows}};
  return Error::Ok;
}

namespace {

enum Operand : size_t { kX, kScale, kZeroPoint, kWeight, kWeightScale, kBias };

/// Rows of a filter of int8 or of 4 bits have as many numbers as those of x.
Error check_filter(const NodeTypes& node) {
  using Operator = QuantizedMatMul;
  const TensorType& x = node.input(kX);
  const TensorType& weight = node.input(kWeight);
  const bool is_packed = weight.dtype == ScalarType::Byte;
  ET_ENGINE_CHECK(is_packed || weight.dtype == ScalarType::Char,
                  "weight is %s, expected Char or Byte",
                  runtime::toString(weight.dtype));
  ET_ENGINE_CHECK(x.rank() >= 1 && x.sizes.back() > 0 && weight.rank() == 2,
                  "operands %s and %s, expected [.., K] and [N, K]",
                  to_string(x).c_str(), to_string(weight).c_str());
  const int64_t k = x.sizes.back();
  const int64_t expected = is_packed ? k / 2 + k % 2 : k;
  ET_ENGINE_CHECK(weight.sizes[1] == expected,
                  "weight %s, expected rows of %" PRId64,
                  to_string(weight).c_str(), expected);
  return Error::Ok;
}

Error check_blocks(const NodeTypes& node) {
  using Operator = QuantizedMatMul;
  const int64_t k = node.input(kX).sizes.back();
  const TensorType& scale = node.input(kWeightScale);
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, kWeightScale, ScalarType::Float));
  ET_ENGINE_CHECK(
      scale.rank() == 2 && scale.sizes[0] == node.input(kWeight).sizes[0] &&
          scale.sizes[1] > 0 && k % scale.sizes[1] == 0,
      "scales %s of the weight %s, expected [N, blocks]",
      to_string(scale).c_str(), to_string(node.input(kWeight)).c_str());
  ET_ENGINE_CHECK(k / scale.sizes[1] <= Operator::kMaxBlock,
                  "blocks of %" PRId64 ", limit %" PRId64, k / scale.sizes[1],
                  Operator::kMaxBlock);
  return Error::Ok;
}

}  // namespace

Error infer(const QuantizedMatMul&, NodeTypes& node) {
  using Operator = QuantizedMatMul;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 5, 6));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, kX, ScalarType::Byte));
  ET_CHECK_OK_OR_RETURN_ERROR(check_filter(node));
  std::vector<int64_t> sizes = node.input(kX).sizes;
  sizes.back() = 1;
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_type(Operator::kName, node, kScale, {ScalarType::Float, sizes}));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_type(Operator::kName, node, kZeroPoint,
                                          {ScalarType::Byte, sizes}));
  ET_CHECK_OK_OR_RETURN_ERROR(check_blocks(node));
  const int64_t outputs = node.input(kWeight).sizes[0];
  if (node.has(kBias)) {
    ET_CHECK_OK_OR_RETURN_ERROR(expect_type(Operator::kName, node, kBias,
                                            {ScalarType::Float, {outputs}}));
  }
  sizes.back() = outputs;
  node.outputs = {{ScalarType::Float, sizes}};
  return Error::Ok;
}

}  // namespace executorch::backends::engine
