#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>

#include <executorch/backends/xnnpack/operators/graph_writer.h>
#include <executorch/backends/xnnpack/operators/visitor.h>

namespace executorch::backends::xnnpack {

std::optional<std::string> XnnpackPartitioner::reason_against(
    const exir::Node& node) const {
  GraphWriter scratch(fp16_);
  return visit(scratch, node);
}

exir::Expected<exir::Delegate> XnnpackPartitioner::preprocess(
    const exir::Region& region) const {
  GraphWriter writer(fp16_);
  writer.set_inputs(region.inputs);
  for (const exir::Node* node : region.nodes) {
    if (const Refusal refusal = visit(writer, *node)) {
      return exir::fail(exir::diagnose(*node, *refusal));
    }
    if (writer.undefined() != nullptr) {
      return exir::fail(exir::diagnose(
          *node, "reads %" + writer.undefined()->name +
                     ", which no node of the delegate has computed before"));
    }
  }
  exir::Delegate delegate;
  delegate.backend_id = id();
  delegate.payload = writer.finish(region.outputs);
  delegate.constants = writer.constant_arguments();
  return delegate;
}

}  // namespace executorch::backends::xnnpack
