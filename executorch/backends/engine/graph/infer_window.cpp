#include <executorch/backends/engine/graph/infer.h>
#include <executorch/runtime/core/checked_math.h>

namespace executorch::backends::engine {
namespace {

using runtime::internal::add_overflows;
using runtime::internal::mul_overflows;

/// Elements of a padded dimension beyond the first window.
Error room_beside_window(const char* name, const Window& window, size_t axis,
                         int64_t size, int64_t* room) {
  const int64_t kernel = window.kernel[axis];
  const int64_t stride = window.stride[axis];
  const int64_t dilation = window.dilation[axis];
  ET_CHECK_OR_RETURN_ERROR(kernel > 0 && stride > 0 && dilation > 0,
                           InvalidProgram,
                           "%s: kernel %" PRId64 ", stride %" PRId64
                           ", dilation %" PRId64 ", expected more than 0",
                           name, kernel, stride, dilation);
  const int64_t before = window.pad_before[axis];
  const int64_t after = window.pad_after[axis];
  ET_CHECK_OR_RETURN_ERROR(before >= 0 && after >= 0, InvalidProgram,
                           "%s: padding %" PRId64 " and %" PRId64
                           ", expected 0 or more",
                           name, before, after);
  int64_t padded = 0;
  int64_t extent = 0;
  int64_t behind = 0;  // where kernels may look: one stride behind the padding
  ET_CHECK_OR_RETURN_ERROR(!add_overflows(size, before, &padded) &&
                               !add_overflows(padded, after, &padded) &&
                               !mul_overflows(kernel - 1, dilation, &extent) &&
                               !add_overflows(extent, int64_t{1}, &extent) &&
                               !add_overflows(padded, stride, &behind) &&
                               !add_overflows(behind, extent, &behind),
                           InvalidProgram, "%s: the window overflows", name);
  *room = padded - extent;
  return Error::Ok;
}

/// Windows that fit, rounded down.
Error floor_count(const char* name, const Window& window, size_t axis,
                  int64_t size, int64_t* count) {
  int64_t room = 0;
  ET_CHECK_OK_OR_RETURN_ERROR(
      room_beside_window(name, window, axis, size, &room));
  ET_CHECK_OR_RETURN_ERROR(room >= 0, InvalidProgram,
                           "%s: the window is %" PRId64
                           " larger than the padded size %" PRId64,
                           name, -room, size);
  *count = room / window.stride[axis] + 1;
  return Error::Ok;
}

/// `count` is what fits, or what ceil mode makes of it: one more, as long as
/// the last window starts in front of the padding behind.
Error check_count(const char* name, const Window& window, size_t axis,
                  int64_t size, int64_t count) {
  int64_t room = 0;
  ET_CHECK_OK_OR_RETURN_ERROR(
      room_beside_window(name, window, axis, size, &room));
  const int64_t stride = window.stride[axis];
  const int64_t floor = room < 0 ? 0 : room / stride + 1;
  const bool may_start = room > -stride && room % stride != 0 &&
                         floor * stride < size + window.pad_before[axis];
  ET_CHECK_OR_RETURN_ERROR(
      count > 0 && (count == floor || (may_start && count == floor + 1)),
      InvalidProgram, "%s: %" PRId64 " windows, expected %" PRId64 "%s", name,
      count, floor, may_start ? " or one more" : "");
  return Error::Ok;
}

Error expect_planes(const char* name, const NodeTypes& node, size_t input) {
  ET_CHECK_OR_RETURN_ERROR(node.input(input).rank() == 4, InvalidProgram,
                           "%s: operand %zu is %s, expected 4 dimensions", name,
                           input, to_string(node.input(input)).c_str());
  return Error::Ok;
}

using WeightSizes = std::array<int64_t, 3>;

WeightSizes weight_sizes(const Conv2d& op, int64_t channels) {
  return {channels, op.window.kernel[0], op.window.kernel[1]};
}
WeightSizes weight_sizes(const QuantizedConv2d& op, int64_t channels) {
  return {op.window.kernel[0], op.window.kernel[1], channels};
}

/// The sizes of the weight, apart from its number of outputs, follow from x.
template <typename Operator>
Error check_weight(const Operator& op, int64_t channels,
                   const TensorType& weight) {
  const int64_t outputs = weight.sizes[0];
  ET_ENGINE_CHECK(
      op.groups > 0 && channels % op.groups == 0 && outputs % op.groups == 0,
      "%" PRId64 " groups, expected a divisor of %" PRId64
      " channels and %" PRId64 " outputs",
      op.groups, channels, outputs);
  const WeightSizes inner = weight_sizes(op, channels / op.groups);
  const std::vector<int64_t> expected = {outputs, inner[0], inner[1], inner[2]};
  ET_ENGINE_CHECK(weight.sizes == expected, "weight %s, expected %s",
                  to_string(weight.sizes).c_str(), to_string(expected).c_str());
  return Error::Ok;
}

/// The result of a convolution, of the dtype of x: operands 0 and 1 are planes
/// that fit each other.
template <typename Operator>
Error infer_convolution(const Operator& op, NodeTypes& node) {
  const PlaneAxes axes(op.layout);
  const TensorType& x = node.input(0);
  const TensorType& weight = node.input(1);
  ET_CHECK_OK_OR_RETURN_ERROR(expect_planes(Operator::kName, node, 0));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_planes(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(check_weight(op, x.sizes[axes.channel], weight));
  TensorType type = x;
  type.sizes[axes.channel] = weight.sizes[0];
  for (size_t i = 0; i < 2; ++i) {
    const size_t axis = axes.plane + i;
    ET_CHECK_OK_OR_RETURN_ERROR(floor_count(Operator::kName, op.window, i,
                                            x.sizes[axis], &type.sizes[axis]));
  }
  node.outputs = {type};
  return Error::Ok;
}

}  // namespace

Error infer(const Conv2d& op, NodeTypes& node) {
  using Operator = Conv2d;
  const size_t n_residuals = op.epilogue.has_residual ? 1 : 0;
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_inputs(Operator::kName, node, 2, 3 + n_residuals));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  const ScalarType dtype = node.input(0).dtype;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_dtype(Operator::kName, node, 1, dtype));
  ET_CHECK_OK_OR_RETURN_ERROR(infer_convolution(op, node));
  if (node.has(2)) {
    ET_CHECK_OK_OR_RETURN_ERROR(expect_type(Operator::kName, node, 2,
                                            {dtype, {node.input(1).sizes[0]}}));
  }
  return expect_residual(Operator::kName, op.epilogue, node);
}

Error infer(const QuantizedConv2d& op, NodeTypes& node) {
  using Operator = QuantizedConv2d;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 3, 4));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 0, ScalarType::Byte));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_dtype(Operator::kName, node, 1, ScalarType::Char));
  ET_CHECK_OK_OR_RETURN_ERROR(infer_convolution(op, node));
  ET_ENGINE_CHECK(op.min <= op.max, "bounds %d and %d", int{op.min},
                  int{op.max});
  const std::vector<int64_t> outputs = {node.input(1).sizes[0]};
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_type(Operator::kName, node, 2, {ScalarType::Float, outputs}));
  return node.has(3)
             ? expect_type(Operator::kName, node, 3, {ScalarType::Int, outputs})
             : Error::Ok;
}

Error infer(const Pool2d& op, NodeTypes& node) {
  using Operator = Pool2d;
  const bool is_max = op.kind == Pool2d::Kind::kMax;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 1, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_outputs(Operator::kName, node, is_max ? 2 : 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_wanted(Operator::kName, node));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_planes(Operator::kName, node, 0));
  const TensorType& x = node.input(0);
  if (!is_max || !is_integer(x.dtype)) {
    ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  }
  ET_ENGINE_CHECK(op.divisor_override >= 0,
                  "divisor %" PRId64 ", expected 0 or more",
                  op.divisor_override);
  const std::vector<int64_t>& sizes = node.wanted->sizes;
  ET_ENGINE_CHECK(sizes.size() == 4, "result %s, expected 4 dimensions",
                  to_string(sizes).c_str());
  const size_t plane = PlaneAxes(op.layout).plane;
  TensorType type = x;
  for (size_t i = plane; i < plane + 2; ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_count(Operator::kName, op.window,
                                            i - plane, x.sizes[i], sizes[i]));
    type.sizes[i] = sizes[i];
  }
  node.outputs = {type, {ScalarType::Long, type.sizes}};
  return Error::Ok;
}

}  // namespace executorch::backends::engine
