#include <executorch/backends/engine/graph/infer.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cmath>

namespace executorch::backends::engine {
namespace {

bool takes(Unary::Kind kind, ScalarType dtype) {
  using Kind = Unary::Kind;
  if (kind <= Kind::kSign) {
    return is_float(dtype) || (is_integer(dtype) && dtype != ScalarType::Byte);
  }
  if (kind <= Kind::kTruncate) {
    return is_float(dtype) || is_integer(dtype);
  }
  if (kind <= Kind::kGeluTanh) {
    return is_float(dtype);
  }
  return kind == Kind::kBitwiseNot ? !is_float(dtype) : kind <= Kind::kIsInf;
}

bool takes(Binary::Kind kind, ScalarType dtype) {
  using Kind = Binary::Kind;
  if (kind == Kind::kDiv || kind == Kind::kAtan2) {
    return is_float(dtype);
  }
  if (kind <= Kind::kPow) {
    return is_float(dtype) || is_integer(dtype);
  }
  return kind <= Kind::kBitwiseXor ? !is_float(dtype) : kind <= Kind::kGe;
}

/// The bounds of integers are whole numbers or infinite.
bool is_bound(ScalarType dtype, double value) {
  return is_float(dtype) ? !std::isnan(value)
                         : std::isinf(value) || value == std::trunc(value);
}

}  // namespace

Error infer(const Unary& op, NodeTypes& node) {
  using Operator = Unary;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  TensorType type = node.input(0);
  ET_ENGINE_CHECK(takes(op.kind, type.dtype), "kind %d does not take %s",
                  static_cast<int>(op.kind), runtime::toString(type.dtype));
  if (op.kind >= Unary::Kind::kLogicalNot) {
    type.dtype = ScalarType::Bool;
  }
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const Binary& op, NodeTypes& node) {
  using Operator = Binary;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 2, 2));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  TensorType type = node.input(0);
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 1, type.dtype));
  ET_ENGINE_CHECK(takes(op.kind, type.dtype), "kind %d does not take %s",
                  static_cast<int>(op.kind), runtime::toString(type.dtype));
  ET_CHECK_OK_OR_RETURN_ERROR(
      broadcast_sizes(Operator::kName, node.input(1).sizes, type.sizes));
  if (Binary::is_comparison(op.kind)) {
    type.dtype = ScalarType::Bool;
  }
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const Select&, NodeTypes& node) {
  using Operator = Select;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 3, 3));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 0, ScalarType::Bool));
  TensorType type = node.input(1);
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 2, type.dtype));
  for (const size_t i : {size_t{0}, size_t{2}}) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        broadcast_sizes(Operator::kName, node.input(i).sizes, type.sizes));
  }
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const Clamp& op, NodeTypes& node) {
  using Operator = Clamp;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  const TensorType& type = node.input(0);
  ET_ENGINE_CHECK(is_float(type.dtype) || is_integer(type.dtype),
                  "does not take %s", runtime::toString(type.dtype));
  ET_ENGINE_CHECK(
      is_bound(type.dtype, op.min_value) && is_bound(type.dtype, op.max_value),
      "bounds %g and %g, expected numbers of %s or infinities", op.min_value,
      op.max_value, runtime::toString(type.dtype));
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const HardSwish&, NodeTypes& node) {
  using Operator = HardSwish;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 0, ScalarType::Float));
  node.outputs = {node.input(0)};
  return Error::Ok;
}

Error infer(const LeakyRelu&, NodeTypes& node) {
  using Operator = LeakyRelu;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  node.outputs = {node.input(0)};
  return Error::Ok;
}

Error infer(const Cast&, NodeTypes& node) {
  using Operator = Cast;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_wanted(Operator::kName, node));
  node.outputs = {{node.wanted->dtype, node.input(0).sizes}};
  return Error::Ok;
}

Error infer(const QuantizedAdd& op, NodeTypes& node) {
  using Operator = QuantizedAdd;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 2, 2));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 0, ScalarType::Byte));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_type(Operator::kName, node, 1, node.input(0)));
  ET_ENGINE_CHECK(op.min <= op.max, "bounds %d and %d", int{op.min},
                  int{op.max});
  node.outputs = {node.input(0)};
  return Error::Ok;
}

Error infer(const Lookup&, NodeTypes& node) {
  using Operator = Lookup;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 0, ScalarType::Byte));
  node.outputs = {node.input(0)};
  return Error::Ok;
}

Error infer(const Chain& op, NodeTypes& node) {
  using Operator = Chain;
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_inputs(Operator::kName, node, 1, Chain::kMaxOperands));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_ENGINE_CHECK(!op.links.empty() && op.links.size() <= Chain::kMaxLinks,
                  "%zu links, expected 1 to %zu", op.links.size(),
                  Chain::kMaxLinks);
  ET_CHECK_OK_OR_RETURN_ERROR(expect_wanted(Operator::kName, node));
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        broadcast_sizes(Operator::kName, node.input(i).sizes, sizes));
  }
  for (size_t i = 0; i < op.links.size(); ++i) {
    for (const size_t operand : op.links[i].operands) {
      const size_t end = operand < Chain::kMaxOperands
                             ? node.inputs.size()
                             : Chain::kMaxOperands + i;
      ET_ENGINE_CHECK(operand < end,
                      "link %zu has operand %zu, expected less than %zu", i,
                      operand, end);
    }
  }
  node.outputs = {{node.wanted->dtype, sizes}};
  return Error::Ok;
}

}  // namespace executorch::backends::engine
