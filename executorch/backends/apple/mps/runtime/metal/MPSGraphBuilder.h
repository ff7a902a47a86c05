#pragma once

#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

#include <executorch/backends/engine/graph/graph.h>
#include <executorch/backends/engine/graph/tensor_type.h>

#include <vector>

namespace executorch {
namespace backends {
namespace mps {

/// MPSGraph's name of an engine dtype, and the sizes as MPSGraph has them: a
/// tensor without dimensions is one of a single element here.
MPSDataType dataTypeOf(engine::ScalarType dtype);
MPSShape* shapeOf(const std::vector<int64_t>& sizes);
/// Axes, paddings and the like.
NSArray<NSNumber*>* numbersOf(const std::vector<int64_t>& values);

/// An MPSGraph that computes an engine graph, of operations that macOS 12.0 and
/// iOS 15.0 have. Constants of more than one element are not copied: their
/// bytes must outlive the graph and what is compiled of it.
class MPSGraphBuilder {
 public:
  explicit MPSGraphBuilder(const engine::Graph& graph);

  /// @retval Error::NotSupported MPSGraph cannot compute a node exactly; it is
  ///     logged.
  engine::Error build();

  MPSGraph* graph() const { return graph_; }
  /// Placeholders in the order of the engine graph's inputs.
  const std::vector<MPSGraphTensor*>& inputs() const { return inputs_; }
  /// Results in the order of the outputs; no tensor is there twice or is a
  /// placeholder.
  const std::vector<MPSGraphTensor*>& outputs() const { return outputs_; }
  /// int32, not 0 after a run in which an index was out of range; nil if the
  /// graph has no indices.
  MPSGraphTensor* fault() const { return fault_; }

  // For operations/.
  const engine::Graph& source() const { return source_; }
  const engine::TensorType& type(engine::ValueId id) const {
    return source_.type(id);
  }
  /// A value that is computed already; nil for kNoValue.
  MPSGraphTensor* tensor(engine::ValueId id) const;
  /// Whether a node or an output of the graph takes the value.
  bool isRead(engine::ValueId id) const;
  /// Gives an output of a node its tensor, as a tensor of its sizes. Nothing
  /// for kNoValue.
  void set(engine::ValueId id, MPSGraphTensor* tensor);
  /// Adds a test: `tensor` is bool, and any true element is a fault.
  void addFault(MPSGraphTensor* tensor);

  /// One element.
  MPSGraphTensor* scalar(double value, MPSDataType type) const;
  /// Floats, copied.
  MPSGraphTensor* constant(const std::vector<float>& values,
                           const std::vector<int64_t>& sizes) const;
  MPSGraphTensor* cast(MPSGraphTensor* tensor, MPSDataType type) const;
  MPSGraphTensor* reshape(MPSGraphTensor* tensor,
                          const std::vector<int64_t>& sizes) const;

 private:
  MPSGraphTensor* constantOf(const engine::Value& value) const;
  engine::Error addNode(const engine::Node& node);
  void addOutputs();

  const engine::Graph& source_;
  MPSGraph* graph_;
  std::vector<bool> isRead_;
  std::vector<MPSGraphTensor*> tensors_;
  std::vector<MPSGraphTensor*> inputs_;
  std::vector<MPSGraphTensor*> outputs_;
  MPSGraphTensor* fault_ = nil;
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
