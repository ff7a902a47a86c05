#pragma once

#include <executorch/backends/apple/mps/runtime/metal/MPSGraphBuilder.h>
#include <executorch/runtime/platform/log.h>

#include <type_traits>

/// \file
/// One function for each operator of the engine: it adds the operations to the
/// builder's MPSGraph and sets the node's outputs. The graph is checked; what
/// is refused here, as Error::NotSupported, is what MPSGraph cannot do exactly.
namespace executorch {
namespace backends {
namespace mps {

engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Unary& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Binary& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Select& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Clamp& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::LeakyRelu& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Cast& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Reshape& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Transpose& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Broadcast& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Slice& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Concat& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Pad& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Conv2d& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Pool2d& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::MatMul& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Mean& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Softmax& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::LayerNorm& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::BatchNorm& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::Gather& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::GatherNd& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::ScatterNd& op);
engine::Error addOperation(MPSGraphBuilder& builder, const engine::Node& node,
                           const engine::PixelShuffle& op);
/// No payload of this delegate has these, nor do graphs that it makes.
template <typename Operator,
          std::enable_if_t<engine::is_for_cpu<Operator>, int> = 0>
engine::Error addOperation(MPSGraphBuilder&, const engine::Node&,
                           const Operator&) {
  ET_LOG(Error, "%s is an operator of the CPU engine alone", Operator::kName);
  return engine::Error::NotSupported;
}

// What the operators share.

/// A tensor in a type that MPSGraph moves and selects without doubt: bool as
/// int8, all else as it is; and back.
MPSGraphTensor* withoutBool(const MPSGraphBuilder& builder,
                            MPSGraphTensor* tensor);
MPSGraphTensor* withBool(const MPSGraphBuilder& builder, MPSGraphTensor* tensor,
                         bool isBool);
bool isBool(MPSGraphTensor* tensor);

/// A float tensor as float32, for what needs its range or precision inside.
MPSGraphTensor* inFloat32(const MPSGraphBuilder& builder,
                          MPSGraphTensor* tensor);

/// The smaller or larger of each pair; NaN goes through.
MPSGraphTensor* minimum(const MPSGraphBuilder& builder, MPSGraphTensor* a,
                        MPSGraphTensor* b);
MPSGraphTensor* maximum(const MPSGraphBuilder& builder, MPSGraphTensor* a,
                        MPSGraphTensor* b);

/// condition ? a : b
MPSGraphTensor* select(MPSGraph* graph, MPSGraphTensor* condition,
                       MPSGraphTensor* a, MPSGraphTensor* b);

/// kFloorDiv, kTruncDiv, kFmod or kRemainder of floats.
MPSGraphTensor* floatQuotient(const MPSGraphBuilder& builder,
                              engine::Binary::Kind kind, MPSGraphTensor* a,
                              MPSGraphTensor* b);

/// Towards zero.
MPSGraphTensor* truncate(const MPSGraphBuilder& builder, MPSGraphTensor* x);

}  // namespace mps
}  // namespace backends
}  // namespace executorch
