#include <executorch/backends/engine/kernels/scalar/map.h>
#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/chain.h>

#include <cmath>
#include <limits>

namespace executorch::backends::engine::scalar {
namespace {

template <typename T>
bool select(const T* const* operands, T* y, size_t n,
            const PointwiseParameters<T>&) {
  for (size_t i = 0; i < n; ++i) {
    y[i] = operands[0][i] != 0 ? operands[1][i] : operands[2][i];
  }
  return true;
}

template <typename T>
bool clamp(const T* const* operands, T* y, size_t n,
           const PointwiseParameters<T>& bounds) {
  for (size_t i = 0; i < n; ++i) {
    const T x = operands[0][i];
    const T above = x < bounds.first ? bounds.first : x;
    y[i] = above > bounds.second ? bounds.second : above;
  }
  return true;
}

bool leaky_relu(const float* const* operands, float* y, size_t n,
                const PointwiseParameters<float>& slope) {
  for (size_t i = 0; i < n; ++i) {
    const float x = operands[0][i];
    y[i] = x > 0 ? x : x * slope.first;
  }
  return true;
}

bool hard_swish(const float* const* operands, float* y, size_t n,
                const PointwiseParameters<float>&) {
  for (size_t i = 0; i < n; ++i) {
    const float x = operands[0][i];
    const float above = x + 3 < 0 ? 0 : x + 3;
    y[i] = x * (above > 6 ? 6 : above) / 6;
  }
  return true;
}

template <typename T>
bool copy(const T* const* operands, T* y, size_t n,
          const PointwiseParameters<T>&) {
  std::copy_n(operands[0], n, y);
  return true;
}

/// The bound as an element of an integer dtype, or the nearest there is.
int64_t integer_bound(ScalarType dtype, double value) {
  const bool is_signed = dtype != ScalarType::Byte;
  const int digits =
      static_cast<int>(8 * element_nbytes(dtype)) - (is_signed ? 1 : 0);
  const double above = std::ldexp(1.0, digits);
  if (value >= above) {
    return static_cast<int64_t>((uint64_t{1} << digits) - 1);
  }
  const double lowest = is_signed ? -above : 0;
  return static_cast<int64_t>(value < lowest ? lowest : value);
}

}  // namespace

KernelResult make(const Select& op, const NodeView& node) {
  if (is_float(node.input(1).dtype)) {
    return make_pointwise<float, 3>(op, node, select<float>);
  }
  return make_pointwise<int64_t, 3>(op, node, select<int64_t>);
}

KernelResult make(const Clamp& op, const NodeView& node) {
  const ScalarType dtype = node.input(0).dtype;
  if (is_float(dtype)) {
    return make_pointwise<float, 1>(
        op, node, clamp<float>,
        {static_cast<float>(op.min_value), static_cast<float>(op.max_value)});
  }
  return make_pointwise<int64_t, 1>(
      op, node, clamp<int64_t>,
      {integer_bound(dtype, op.min_value), integer_bound(dtype, op.max_value)});
}

KernelResult make(const LeakyRelu& op, const NodeView& node) {
  return make_pointwise<float, 1>(op, node, leaky_relu,
                                  {static_cast<float>(op.negative_slope), 0});
}

KernelResult make(const HardSwish& op, const NodeView& node) {
  return make_pointwise<float, 1>(op, node, hard_swish);
}

KernelResult make(const Cast& op, const NodeView& node) {
  if (is_float(node.input(0).dtype)) {
    return make_pointwise<float, 1>(op, node, copy<float>);
  }
  return make_pointwise<int64_t, 1>(op, node, copy<int64_t>);
}

FloatFunction function_of(const Clamp& op) {
  return {clamp<float>,
          {static_cast<float>(op.min_value), static_cast<float>(op.max_value)}};
}

FloatFunction function_of(const LeakyRelu& op) {
  return {leaky_relu, {static_cast<float>(op.negative_slope), 0}};
}

FloatFunction function_of(const HardSwish&) { return {hard_swish, {}}; }

KernelResult make(const Chain& op, const NodeView& node) {
  return make_chain(op, node, [](const Chain::Link& link) {
    return std::visit([](const auto& one) { return function_of(one); },
                      link.op);
  });
}

}  // namespace executorch::backends::engine::scalar
