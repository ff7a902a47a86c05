#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>

#include <executorch/backends/xnnpack/operators/graph_writer.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <executorch/exir/backend/static_delegate.h>

namespace executorch::backends::xnnpack {

std::optional<std::string> XnnpackPartitioner::reason_against(
    const exir::Node& node) const {
  GraphWriter scratch(fp16_);
  return visit(scratch, node);
}

exir::Expected<exir::Delegate> XnnpackPartitioner::preprocess(
    const exir::Region& region) const {
  GraphWriter writer(fp16_, constants_);
  ET_TRY(exir::write_region(region, writer, visit));
  exir::Delegate delegate;
  delegate.backend_id = id();
  delegate.payload = writer.finish(region.outputs);
  delegate.constants = writer.constant_arguments();
  delegate.named_constants = writer.named_constants();
  return delegate;
}

}  // namespace executorch::backends::xnnpack
