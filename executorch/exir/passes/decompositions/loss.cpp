#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>

namespace executorch::exir::decompositions {
namespace {

/// The loss of each element, reduced as the node says.
std::vector<Value*> reduced(Rewriter& rewriter, const Node& node, Value* loss) {
  return {Expressions(rewriter).reduce(loss, node.int_value("reduction"))};
}

Value* weighted(Expressions& e, Value* loss, Value* weight) {
  return weight != nullptr ? e.mul(loss, weight) : loss;
}

Value* log_at_least(Expressions& e, const char* logarithm, Value* x) {
  return e.at_least(e.unary(logarithm, x), -100.0);
}

/// |a - b + eps|_p along the last dimension.
Value* distance_of(Expressions& e, Value* a, Value* b, double p, double eps,
                   bool keepdim) {
  return e.norm(e.add(e.sub(a, b), eps), p, SymInt(-1), keepdim);
}

}  // namespace

std::vector<Value*> decompose_mse_loss(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* difference = e.sub(node.tensor("self"), node.tensor("target"));
  return reduced(rewriter, node, e.square(difference));
}

std::vector<Value*> decompose_l1_loss(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  return reduced(rewriter, node,
                 e.abs(e.sub(node.tensor("self"), node.tensor("target"))));
}

std::vector<Value*> decompose_smooth_l1_loss(Rewriter& rewriter,
                                             const Node& node) {
  Expressions e(rewriter);
  const double beta = node.number("beta");
  Value* distance = e.abs(e.sub(node.tensor("self"), node.tensor("target")));
  if (beta == 0) {
    return reduced(rewriter, node, distance);
  }
  Value* near = e.mul(e.square(distance), 0.5 / beta);
  Value* far = e.add(distance, -0.5 * beta);
  return reduced(rewriter, node,
                 e.where(e.compare("lt", distance, beta), near, far));
}

std::vector<Value*> decompose_huber_loss(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  const double delta = node.number("delta");
  Value* distance = e.abs(e.sub(node.tensor("self"), node.tensor("target")));
  Value* near = e.mul(e.square(distance), 0.5);
  Value* far = e.mul(e.add(distance, -0.5 * delta), delta);
  return reduced(rewriter, node,
                 e.where(e.compare("le", distance, delta), near, far));
}

std::vector<Value*> decompose_binary_cross_entropy(Rewriter& rewriter,
                                                   const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* target = node.tensor("target");
  Value* negative =
      e.mul(e.add(target, -1.0), log_at_least(e, "log1p", e.neg(x)));
  Value* positive = e.mul(target, log_at_least(e, "log", x));
  Value* loss = e.sub(negative, positive);
  return reduced(rewriter, node,
                 weighted(e, loss, node.optional_tensor("weight")));
}

std::vector<Value*> decompose_binary_cross_entropy_with_logits(
    Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* target = node.tensor("target");
  Value* log_sigmoid = e.unary("log_sigmoid", x);
  if (Value* positive = node.optional_tensor("pos_weight")) {
    Value* factor = e.add(e.mul(e.add(positive, -1.0), target), 1.0);
    log_sigmoid = e.mul(log_sigmoid, factor);
  }
  Value* loss = e.sub(e.mul(e.from(SymInt(1), target), x), log_sigmoid);
  return reduced(rewriter, node,
                 weighted(e, loss, node.optional_tensor("weight")));
}

std::vector<Value*> decompose_kl_div(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* target = node.tensor("target");
  if (node.bool_value("log_target")) {
    return reduced(rewriter, node,
                   e.mul(e.unary("exp", target), e.sub(target, x)));
  }
  Value* entropy = rewriter.call("aten::xlogy.Tensor", {target, target});
  return reduced(rewriter, node, e.sub(entropy, e.mul(target, x)));
}

std::vector<Value*> decompose_soft_margin_loss(Rewriter& rewriter,
                                               const Node& node) {
  Expressions e(rewriter);
  Value* product = e.mul(e.neg(node.tensor("self")), node.tensor("target"));
  return reduced(rewriter, node, e.unary("log1p", e.unary("exp", product)));
}

std::vector<Value*> decompose_poisson_nll_loss(Rewriter& rewriter,
                                               const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("input");
  Value* target = node.tensor("target");
  Value* loss =
      node.bool_value("log_input")
          ? e.sub(e.unary("exp", x), e.mul(target, x))
          : e.sub(x, e.mul(target, e.unary("log", e.add(x, node.arg("eps")))));
  if (node.bool_value("full")) {
    constexpr double kHalfLogTwoPi = 0.91893853320467274178;
    Value* log_target = e.unary("log", target);
    Value* stirling = e.add(
        e.add(e.sub(e.mul(target, log_target), target), e.mul(log_target, 0.5)),
        kHalfLogTwoPi);
    Value* counts = e.compare("gt", target, SymInt(1));
    loss = e.add(loss, e.where(counts, stirling, 0.0));
  }
  return reduced(rewriter, node, loss);
}

std::vector<Value*> decompose_margin_ranking_loss(Rewriter& rewriter,
                                                  const Node& node) {
  Expressions e(rewriter);
  Value* difference = e.sub(node.tensor("input1"), node.tensor("input2"));
  Value* loss = e.add(e.mul(e.neg(node.tensor("target")), difference),
                      node.arg("margin"));
  return reduced(rewriter, node, e.at_least(loss, SymInt(0)));
}

std::vector<Value*> decompose_hinge_embedding_loss(Rewriter& rewriter,
                                                   const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* target = node.tensor("target");
  Value* hinge = e.at_least(e.from(node.arg("margin"), x), SymInt(0));
  Value* apart = e.where(e.compare("ne", target, SymInt(1)), hinge, 0.0);
  Value* together = e.where(e.compare("ne", target, SymInt(-1)), x, 0.0);
  return reduced(rewriter, node, e.add(apart, together));
}

std::vector<Value*> decompose_cosine_embedding_loss(Rewriter& rewriter,
                                                    const Node& node) {
  constexpr double kEpsilon = 1e-12;
  Expressions e(rewriter);
  Value* a = node.tensor("input1");
  Value* b = node.tensor("input2");
  Value* target = node.tensor("target");
  const std::vector<SymInt> dims = {
      SymInt(static_cast<int64_t>(target->sizes().size()))};
  const auto length = [&](Value* x) {
    return e.add(e.sum(e.square(x), dims), kEpsilon);
  };
  Value* cosine = e.div(e.sum(e.mul(a, b), dims),
                        e.unary("sqrt", e.mul(length(a), length(b))));
  Value* together = e.from(1.0, cosine);
  Value* apart = e.at_least(e.add(cosine, -node.number("margin")), SymInt(0));
  Value* otherwise = e.where(e.compare("eq", target, SymInt(-1)), apart, 0.0);
  return reduced(
      rewriter, node,
      e.where(e.compare("eq", target, SymInt(1)), together, otherwise));
}

std::vector<Value*> decompose_pairwise_distance(Rewriter& rewriter,
                                                const Node& node) {
  Expressions e(rewriter);
  return {distance_of(e, node.tensor("x1"), node.tensor("x2"), node.number("p"),
                      node.number("eps"), node.bool_value("keepdim"))};
}

std::vector<Value*> decompose_triplet_margin_loss(Rewriter& rewriter,
                                                  const Node& node) {
  Expressions e(rewriter);
  const auto distance = [&](const char* a, const char* b) {
    return distance_of(e, node.tensor(a), node.tensor(b), node.number("p"),
                       node.number("eps"), false);
  };
  Value* together = distance("anchor", "positive");
  Value* apart = distance("anchor", "negative");
  if (node.bool_value("swap")) {
    apart = rewriter.call("aten::minimum",
                          {apart, distance("positive", "negative")});
  }
  Value* loss = e.add(e.sub(together, apart), node.arg("margin"));
  return reduced(rewriter, node, e.at_least(loss, SymInt(0)));
}

std::vector<Value*> decompose_cosine_similarity(Rewriter& rewriter,
                                                const Node& node) {
  Expressions e(rewriter);
  Value* a = node.tensor("x1");
  Value* b = node.tensor("x2");
  const SymInt dim = node.sym_int("dim");
  Value* product = e.mul(a, b);
  const size_t rank = product->sizes().size();
  const auto unit = [&](Value* x) {
    if (x->sizes().size() < rank) {
      std::vector<SymInt> sizes(rank - x->sizes().size(), SymInt(1));
      sizes.insert(sizes.end(), x->sizes().begin(), x->sizes().end());
      x = e.view(x, std::move(sizes));
    }
    Value* length = e.norm(x, 2, dim, true);
    return e.div(x, e.at_least(length, node.arg("eps")));
  };
  return {e.sum(e.mul(unit(a), unit(b)), {dim})};
}

}  // namespace executorch::exir::decompositions
