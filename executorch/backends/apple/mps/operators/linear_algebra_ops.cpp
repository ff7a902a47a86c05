#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

namespace executorch::backends::mps {

Refusal visit_matmul(GraphWriter& writer, const exir::Node& node,
                     MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  const MPSDataType dtype = writer.compute_type(node.output()->dtype());
  writer.define(node.output(),
                matmul(writer, writer.get(node.tensor("self"), dtype),
                       writer.get(node.tensor("mat2"), dtype)));
  return std::nullopt;
}

Refusal visit_addmm(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "mat1")) {
    return refusal;
  }
  const double beta = node.number("beta");
  // With beta 0 the addend counts for nothing, NaN included.
  if (beta == 0) {
    return "beta is 0";
  }
  const MPSDataType dtype = writer.compute_type(node.output()->dtype());
  const Tensor addend = writer.get(node.tensor("self"), dtype);
  const Tensor a = writer.get(node.tensor("mat1"), dtype);
  const Tensor b = writer.get(node.tensor("mat2"), dtype);
  Tensor result = writer.new_tensor(dtype, sizes_of(node.output()));
  writer.add(MPSNodeUnion::MPSAddmm,
             mpsgraph::CreateMPSAddmm(writer.builder(), addend.id, a.id, b.id,
                                      result.id, static_cast<float>(beta),
                                      static_cast<float>(node.number("alpha")))
                 .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

}  // namespace executorch::backends::mps
