#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

namespace executorch {
namespace backends {
namespace mps {

namespace {

/// [N, C, L] as [N, C, 1, L].
Result<ValueId> as_plane(GraphBuilder& builder, ValueId value) {
  std::vector<int64_t> sizes = builder.type(value).sizes;
  if (sizes.size() == 3) {
    sizes.insert(sizes.begin() + 2, 1);
  }
  return builder.reshape(value, sizes);
}

}  // namespace

Error build_convolution(GraphBuilder& builder, const mpsgraph::MPSNode&,
                        const mpsgraph::MPSConv& node, int) {
  ET_MPS_ASSIGN(input, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(kernels, builder.value(node.input2_id()));
  ET_MPS_ASSIGN(bias, builder.optional_value(node.input3_id()));
  const bool is_line = builder.type(input).rank() == 3;
  ET_MPS_ASSIGN(x, as_plane(builder, input));
  ET_MPS_ASSIGN(weight, as_plane(builder, kernels));
  engine::Conv2d op;
  op.window.stride = {node.stride_y(), node.stride_x()};
  op.window.dilation = {node.dilation_y(), node.dilation_x()};
  op.window.pad_before = {node.padding_top(), node.padding_left()};
  op.window.pad_after = {node.padding_bottom(), node.padding_right()};
  const std::vector<int64_t>& kernel = builder.type(weight).sizes;
  ET_CHECK_OR_RETURN_ERROR(kernel.size() == 4, InvalidProgram,
                           "MPS payload: weights of a convolution have %zu "
                           "dimensions, expected 3 or 4",
                           kernel.size());
  op.window.kernel = {kernel[2], kernel[3]};
  op.groups = node.groups();
  std::vector<ValueId> operands{x, weight};
  if (bias != engine::kNoValue) {
    operands.push_back(bias);
  }
  ET_MPS_ASSIGN(plane, builder.graph().add(op, std::move(operands)));
  std::vector<int64_t> sizes = builder.type(plane).sizes;
  if (is_line) {
    sizes.erase(sizes.begin() + 2);
  }
  return builder.define(node.output_id(), builder.reshape(plane, sizes));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
