#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/simd/pointwise_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/chain.h>

#include <cmath>

namespace executorch::backends::engine::simd {
namespace {

template <size_t N, typename Operator>
KernelResult make_if(const Operator& op, const NodeView& node,
                     PointwiseFunction<float> function,
                     PointwiseParameters<float> parameters = {}) {
  if (function == nullptr) {
    return KernelResult(nullptr);
  }
  return engine::make_pointwise<float, N>(op, node, function, parameters);
}

/// An operand that is one constant for all elements; NaN: it is not.
Result<float> constant_number(const NodeView::Operand& operand) {
  float number = NAN;
  if (operand.is_constant() && operand.type->numel() == 1) {
    const Result<const void*> bytes = operand.constant<void>();
    ET_CHECK_OK_OR_RETURN_ERROR(bytes.error());
    block_loader<float>(operand.type->dtype)(*bytes, &number, 1);
  }
  return number;
}

/// A power of the first operand, in the sizes of the result.
KernelResult make_power(const Binary& op, const NodeView& node) {
  if (node.input(0).sizes != node.output().sizes) {
    return KernelResult(nullptr);
  }
  const Result<float> exponent = constant_number(node.inputs[1]);
  ET_CHECK_OK_OR_RETURN_ERROR(exponent.error());
  return make_if<1>(op, node, power_function(*exponent));
}

}  // namespace

KernelResult make_pointwise(const Unary& op, const NodeView& node) {
  return is_float(node.input(0).dtype)
             ? make_if<1>(op, node, unary_function(op.kind))
             : KernelResult(nullptr);
}

KernelResult make_pointwise(const Binary& op, const NodeView& node) {
  if (!is_float(node.input(0).dtype)) {
    return KernelResult(nullptr);
  }
  if (op.kind == Binary::Kind::kPow) {
    return make_power(op, node);
  }
  const Result<float> divisor = constant_number(node.inputs[1]);
  ET_CHECK_OK_OR_RETURN_ERROR(divisor.error());
  const auto divide = divide_function(*divisor);
  return op.kind == Binary::Kind::kDiv && divide != nullptr &&
                 node.input(0).sizes == node.output().sizes
             ? make_if<1>(op, node, divide, {*divisor, 1 / *divisor})
             : make_if<2>(op, node, binary_function(op.kind));
}

KernelResult make_pointwise(const Clamp& op, const NodeView& node) {
  return is_float(node.input(0).dtype)
             ? make_if<1>(op, node, clamp_function(),
                          {static_cast<float>(op.min_value),
                           static_cast<float>(op.max_value)})
             : KernelResult(nullptr);
}

KernelResult make_pointwise(const LeakyRelu& op, const NodeView& node) {
  return make_if<1>(op, node, leaky_relu_function(),
                    {static_cast<float>(op.negative_slope), 0});
}

namespace {

FloatFunction vector_function(const Unary& op) {
  return {unary_function(op.kind), {}};
}
FloatFunction vector_function(const Binary& op) {
  return {binary_function(op.kind), {}};
}
FloatFunction vector_function(const Clamp& op) {
  return {clamp_function(), scalar::function_of(op).parameters};
}
FloatFunction vector_function(const LeakyRelu& op) {
  return {leaky_relu_function(), scalar::function_of(op).parameters};
}

FloatFunction vector_function(const HardSwish&) {
  return {hard_swish_function(), {}};
}

/// A quotient by one constant; no function where it is another link.
FloatFunction quotient_function(const Chain::Link& link, const NodeView& node) {
  const auto* binary = std::get_if<Binary>(&link.op);
  if (binary == nullptr || binary->kind != Binary::Kind::kDiv ||
      link.operands[1] >= Chain::kMaxOperands) {
    return {};
  }
  const Result<float> divisor = constant_number(node.inputs[link.operands[1]]);
  if (!divisor.ok()) {
    return {};
  }
  return {divide_function(*divisor), {*divisor, 1 / *divisor}};
}

}  // namespace

KernelResult make_chain(const Chain& op, const NodeView& node) {
  return engine::make_chain(op, node, [&](const Chain::Link& link) {
    FloatFunction found = quotient_function(link, node);
    if (found.function == nullptr) {
      found = std::visit([](const auto& one) { return vector_function(one); },
                         link.op);
    }
    return found.function != nullptr
               ? found
               : std::visit(
                     [](const auto& one) { return scalar::function_of(one); },
                     link.op);
  });
}

}  // namespace executorch::backends::engine::simd
