#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/matrix_product.h>
#include <fmt/format.h>

namespace executorch::exir::decompositions {
namespace {

/// [M, K] x [K, N], plus a bias of N values where there is one.
Value* affine(Rewriter& rewriter, Value* x, Value* weight, Value* bias) {
  return bias == nullptr
             ? rewriter.call("aten::mm", {x, weight})
             : rewriter.call("aten::addmm", {bias, x, weight});
}

}  // namespace

std::vector<Value*> decompose_linear(Rewriter& rewriter, const Node& node) {
  Value* input = node.tensor("input");
  Value* weight = node.tensor("weight");
  const Sizes in_sizes = input->sizes();
  if (weight->sizes().size() != 2 || in_sizes.empty()) {
    return rewriter.refuse(
        fmt::format("weight has {} dimensions and input {}, expected 2 and at "
                    "least 1",
                    weight->sizes().size(), in_sizes.size()));
  }
  const SymInt features = weight->sizes()[0];
  Value* rows = view(rewriter, input,
                     {product(in_sizes, 0, in_sizes.size() - 1),
                      in_sizes.back()});
  Value* out = affine(rewriter, rows, transposed(rewriter, weight),
                      node.optional_tensor("bias"));
  return {view(rewriter, out, with_tail(in_sizes, 1, {features}))};
}

std::vector<Value*> decompose_matmul(Rewriter& rewriter, const Node& node) {
  Value* a = node.tensor("self");
  Value* b = node.tensor("other");
  const Sizes result = node.output()->sizes();
  const size_t rank_a = a->sizes().size();
  const size_t rank_b = b->sizes().size();
  if (rank_a == 0 || rank_b == 0) {
    return rewriter.refuse("found a 0-d operand, expected at least 1 dimension");
  }
  if (rank_a == 1) {
    a = view(rewriter, a, {SymInt(1), a->sizes()[0]});
  }
  if (rank_b == 1) {
    b = view(rewriter, b, {b->sizes()[0], SymInt(1)});
  }
  return {view(rewriter, matrix_product(rewriter, a, b), result)};
}

std::vector<Value*> decompose_cdist(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::_cdist_forward", node.args())};
}

std::vector<Value*> decompose_pdist(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::_pdist_forward", node.args())};
}

}  // namespace executorch::exir::decompositions
