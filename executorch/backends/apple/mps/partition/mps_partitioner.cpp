#include <executorch/backends/apple/mps/partition/mps_partitioner.h>

#include <executorch/backends/apple/mps/operators/graph_writer.h>
#include <executorch/backends/apple/mps/operators/visitor.h>
#include <executorch/exir/backend/static_delegate.h>

namespace executorch::backends::mps {

std::optional<std::string> MPSPartitioner::reason_against(
    const exir::Node& node) const {
  GraphWriter scratch(fp16_);
  return visit(scratch, node);
}

exir::Expected<exir::Delegate> MPSPartitioner::preprocess(
    const exir::Region& region) const {
  GraphWriter writer(fp16_);
  ET_TRY(exir::write_region(region, writer, visit));
  exir::Delegate delegate;
  delegate.backend_id = id();
  delegate.payload = writer.finish(region.outputs);
  delegate.compile_specs.push_back(
      {"use_fp16", {static_cast<std::byte>(fp16_ ? 1 : 0)}});
  return delegate;
}

}  // namespace executorch::backends::mps
