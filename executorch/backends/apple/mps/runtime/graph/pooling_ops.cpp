#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <algorithm>
#include <array>
#include <cinttypes>

namespace executorch {
namespace backends {
namespace mps {

namespace {

/// Windows of one axis that start in the input or the padding before it.
/// Without ceil mode they also end there.
Result<int64_t> count_windows(int64_t size, const engine::Window& window,
                              size_t axis, bool ceil_mode) {
  const int64_t stride = window.stride[axis];
  const int64_t kernel = window.kernel[axis];
  const int64_t dilation = window.dilation[axis];
  const int64_t before = window.pad_before[axis];
  const int64_t after = window.pad_after[axis];
  ET_CHECK_OR_RETURN_ERROR(
      stride > 0 && kernel > 0 && dilation > 0 && before >= 0 && after >= 0,
      InvalidProgram,
      "MPS payload: pooling with kernel %" PRId64 ", stride %" PRId64
      ", dilation %" PRId64 ", padding %" PRId64 " and %" PRId64,
      kernel, stride, dilation, before, after);
  // The fields are 32 bits wide: nothing overflows here.
  const int64_t room = size + before + after - dilation * (kernel - 1) - 1;
  if (room < 0) {
    return 0;
  }
  int64_t count = (room + (ceil_mode ? stride - 1 : 0)) / stride + 1;
  if (ceil_mode && (count - 1) * stride >= size + before) {
    --count;
  }
  return count;
}

/// Ceil mode's window that hangs over is no padding: some writers state a
/// larger padding on that side for it.
engine::Window window_of(const mpsgraph::MPSPooling2D& node) {
  engine::Window window;
  window.kernel = {node.kernel_height(), node.kernel_width()};
  window.stride = {node.stride_height(), node.stride_width()};
  window.dilation = {node.dilation_height(), node.dilation_width()};
  window.pad_before = {node.padding_top(), node.padding_left()};
  window.pad_after = {node.padding_bottom(), node.padding_right()};
  if (node.ceil_mode()) {
    window.pad_after = window.pad_before;
  }
  return window;
}

/// The type of the result for an input [.., H, W].
Result<TensorType> pooled(const TensorType& input, const engine::Window& window,
                          bool ceil_mode) {
  ET_CHECK_OR_RETURN_ERROR(input.rank() == 4, InvalidProgram,
                           "MPS payload: pooling of a value with %zu "
                           "dimensions, expected 4",
                           input.rank());
  TensorType result = input;
  for (size_t axis = 0; axis < 2; ++axis) {
    ET_MPS_ASSIGN(
        count, count_windows(input.sizes[2 + axis], window, axis, ceil_mode));
    result.sizes[2 + axis] = count;
  }
  return result;
}

Error add_pool(GraphBuilder& builder, const mpsgraph::MPSPooling2D& node,
               engine::Pool2d op, size_t n_outputs) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  op.window = window_of(node);
  ET_MPS_ASSIGN(type, pooled(builder.type(x), op.window, node.ceil_mode()));
  const auto results = builder.graph().add_all(op, {x}, type, n_outputs);
  ET_CHECK_OK_OR_RETURN_ERROR(results.error());
  ET_CHECK_OK_OR_RETURN_ERROR(builder.define(node.output1_id(), (*results)[0]));
  return n_outputs == 2 ? builder.define(node.output2_id(), (*results)[1])
                        : Error::Ok;
}

}  // namespace

Error build_max_pool2d(GraphBuilder& builder, const mpsgraph::MPSNode&,
                       const mpsgraph::MPSPooling2D& node, int) {
  engine::Pool2d op;
  op.kind = engine::Pool2d::Kind::kMax;
  return add_pool(builder, node, op, node.output2_id() >= 0 ? 2 : 1);
}

Error build_avg_pool2d(GraphBuilder& builder, const mpsgraph::MPSNode&,
                       const mpsgraph::MPSPooling2D& node, int) {
  engine::Pool2d op;
  op.kind = engine::Pool2d::Kind::kAverage;
  op.count_include_pad = node.count_include_pad();
  op.divisor_override = node.divisor_override();
  return add_pool(builder, node, op, 1);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
