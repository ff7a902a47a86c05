#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>
#include <executorch/runtime/platform/log.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::Conv2d;
using engine::Error;
using engine::Node;
using engine::Window;

namespace {

// From here on MPSGraph's results are wrong.
constexpr int64_t kMaxOutputChannels = 65536;
constexpr int64_t kMaxKernel = 255;

MPSGraphConvolution2DOpDescriptor* descriptorOf(const Conv2d& op) {
  const Window& window = op.window;
  const auto count = [](int64_t value) {
    return static_cast<NSUInteger>(value);
  };
  return [MPSGraphConvolution2DOpDescriptor
      descriptorWithStrideInX:count(window.stride[1])
                    strideInY:count(window.stride[0])
              dilationRateInX:count(window.dilation[1])
              dilationRateInY:count(window.dilation[0])
                       groups:count(op.groups)
                  paddingLeft:count(window.pad_before[1])
                 paddingRight:count(window.pad_after[1])
                   paddingTop:count(window.pad_before[0])
                paddingBottom:count(window.pad_after[0])
                 paddingStyle:MPSGraphPaddingStyleExplicit
                   dataLayout:MPSGraphTensorNamedDataLayoutNCHW
                weightsLayout:MPSGraphTensorNamedDataLayoutOIHW];
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Conv2d& op) {
  const std::vector<int64_t>& weight = builder.type(node.inputs[1]).sizes;
  ET_CHECK_OR_RETURN_ERROR(
      weight[0] <= kMaxOutputChannels && weight[2] <= kMaxKernel &&
          weight[3] <= kMaxKernel,
      NotSupported, "MPSGraph's convolution is wrong for weights of sizes %s",
      engine::to_string(weight).c_str());
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* y =
      [graph convolution2DWithSourceTensor:builder.tensor(node.inputs[0])
                             weightsTensor:builder.tensor(node.inputs[1])
                                descriptor:descriptorOf(op)
                                      name:nil];
  if (node.inputs.size() > 2 && node.inputs[2] != engine::kNoValue) {
    MPSGraphTensor* bias =
        builder.reshape(builder.tensor(node.inputs[2]), {1, weight[0], 1, 1});
    y = [graph additionWithPrimaryTensor:y secondaryTensor:bias name:nil];
  }
  builder.set(node.outputs[0], y);
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
