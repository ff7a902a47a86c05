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

/// The exponent, if it is one constant for all elements.
float constant_exponent(const NodeView& node) {
  float exponent = NAN;
  if (node.inputs[1].constant != nullptr && node.input(1).numel() == 1) {
    block_loader<float>(node.input(1).dtype)(node.inputs[1].constant, &exponent,
                                             1);
  }
  return exponent;
}

/// A power of the first operand, in the sizes of the result.
KernelResult make_power(const Binary& op, const NodeView& node) {
  if (node.input(0).sizes != node.output().sizes) {
    return KernelResult(nullptr);
  }
  return make_if<1>(op, node, power_function(constant_exponent(node)));
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
  return op.kind == Binary::Kind::kPow
             ? make_power(op, node)
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

}  // namespace

KernelResult make_chain(const Chain& op, const NodeView& node) {
  return engine::make_chain(op, node, [](const auto& one) {
    const FloatFunction found = vector_function(one);
    return found.function != nullptr ? found : scalar::function_of(one);
  });
}

}  // namespace executorch::backends::engine::simd
