#include <executorch/exir/passes/decompositions/decompositions.h>

namespace executorch::exir::decompositions {
namespace {

std::vector<Value*> filled(Rewriter& rewriter, const Node& node, double value) {
  return {rewriter.call("aten::full", {node.ints("size"), value,
                                       node.output()->dtype()})};
}

}  // namespace

std::vector<Value*> decompose_ones(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 1.0);
}

std::vector<Value*> decompose_zeros(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 0.0);
}

}  // namespace executorch::exir::decompositions
