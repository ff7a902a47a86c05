#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/matrix_product.h>
#include <fmt/format.h>

#include <cmath>

namespace executorch::exir::decompositions {
namespace {

struct Attention {
  Value* query = nullptr;  ///< [*, L, E]
  Value* key = nullptr;    ///< [*, S, E]
  Value* value = nullptr;  ///< [*, S, V]
};

/// Each head of keys or values serves `repeats` heads of queries in a row:
/// [*, H, S, E] -> [*, H repeats, S, E].
Value* repeat_heads(Rewriter& rewriter, Value* x, int64_t repeats) {
  Sizes sizes = x->sizes();
  const size_t heads = sizes.size() - 3;
  Sizes expanded = sizes;
  expanded.insert(expanded.begin() + static_cast<ptrdiff_t>(heads) + 1,
                  SymInt(repeats));
  Sizes single = expanded;
  single[heads + 1] = SymInt(1);
  x = rewriter.call("aten::view_copy", {x, single});
  x = rewriter.call("aten::expand_copy", {x, expanded});
  sizes[heads] = sizes[heads] * SymInt(repeats);
  return rewriter.call("aten::view_copy", {x, sizes});
}

/// Grouped queries: as many heads of keys and values as of queries.
void group(Rewriter& rewriter, Attention& attention) {
  const auto heads = [](const Value* x) {
    const Sizes& sizes = x->sizes();
    return sizes.size() < 3 ? std::nullopt
                            : sizes[sizes.size() - 3].constant();
  };
  const auto wanted = heads(attention.query);
  for (Value** operand : {&attention.key, &attention.value}) {
    const auto found = heads(*operand);
    if (!wanted || !found || *found < 1 || *wanted % *found != 0) {
      rewriter.refuse(fmt::format(
          "enable_gqa: {} for a query {}, expected heads (third size from the "
          "end) that divide the query's",
          (*operand)->tensor().str(), attention.query->tensor().str()));
      return;
    }
    if (*found != *wanted) {
      *operand = repeat_heads(rewriter, *operand, *wanted / *found);
    }
  }
}

/// [L, S], true where the key is not behind the query.
Value* causal_mask(Rewriter& rewriter, const SymInt& length,
                   const SymInt& keys) {
  Value* ones = rewriter.call(
      "aten::full", {Sizes{length, keys}, true, ScalarType::Bool});
  return rewriter.call("aten::tril", {ones});
}

/// Additive mask of float attention weights; a bool mask keeps where true.
Value* add_mask(Rewriter& rewriter, Value* scores, Value* mask) {
  if (mask->dtype() != ScalarType::Bool) {
    return rewriter.call("aten::add.Tensor", {scores, mask});
  }
  Value* lowest = rewriter.call(
      "aten::full", {Sizes{}, -INFINITY, scores->dtype()});
  return rewriter.call("aten::where.self", {mask, scores, lowest});
}

/// Queries whose keys are all masked attend to nothing: their weights are
/// zeros, where a softmax alone gives NaN.
Value* zero_masked_rows(Rewriter& rewriter, Value* weights, Value* mask) {
  if (mask->dtype() != ScalarType::Bool) {
    mask = rewriter.call("aten::eq.Scalar", {mask, -INFINITY});
    mask = rewriter.call("aten::logical_not", {mask});
  }
  Value* attends = rewriter.call("aten::any.dim", {mask, SymInt(-1), true});
  Value* zero =
      rewriter.call("aten::full", {Sizes{}, SymInt(0), weights->dtype()});
  return rewriter.call("aten::where.self", {attends, weights, zero});
}

}  // namespace

std::vector<Value*> decompose_safe_softmax(Rewriter& rewriter,
                                           const Node& node) {
  Value* scores = cast(rewriter, node.tensor("self"), node.output()->dtype());
  const SymInt dim = node.sym_int("dim");
  Value* weights = rewriter.call("aten::_softmax", {scores, dim, false});
  Value* masked = rewriter.call("aten::eq.Scalar", {scores, -INFINITY});
  Value* attends = rewriter.call(
      "aten::any.dim", {rewriter.call("aten::logical_not", {masked}), dim, true});
  Value* zero =
      rewriter.call("aten::full", {Sizes{}, SymInt(0), weights->dtype()});
  return {rewriter.call("aten::where.self", {attends, weights, zero})};
}

std::vector<Value*> decompose_scaled_dot_product_attention(
    Rewriter& rewriter, const Node& node) {
  Attention operands{node.tensor("query"), node.tensor("key"),
                     node.tensor("value")};
  const Sizes q_sizes = operands.query->sizes();
  if (node.number("dropout_p") != 0) {
    return rewriter.refuse(fmt::format(
        "dropout_p is {}, expected 0: a model exported in eval mode",
        node.number("dropout_p")));
  }
  if (q_sizes.size() < 2 || operands.key->sizes().size() < 2 ||
      !q_sizes.back().constant()) {
    return rewriter.refuse(fmt::format(
        "query is {}, expected at least 2 dimensions, the last constant",
        operands.query->tensor().str()));
  }
  if (node.bool_value("enable_gqa")) {
    group(rewriter, operands);
  }
  const double scale =
      node.is_none("scale")
          ? 1.0 / std::sqrt(static_cast<double>(*q_sizes.back().constant()))
          : node.number("scale");
  Value* scaled = rewriter.call("aten::mul.Scalar", {operands.query, scale});
  Value* scores =
      matrix_product(rewriter, scaled, transposed(rewriter, operands.key));
  Value* mask = node.optional_tensor("attn_mask");
  if (node.bool_value("is_causal")) {
    const Sizes& keys = operands.key->sizes();
    scores = add_mask(rewriter, scores,
                      causal_mask(rewriter, q_sizes[q_sizes.size() - 2],
                                  keys[keys.size() - 2]));
  }
  if (mask != nullptr) {
    scores = add_mask(rewriter, scores, mask);
  }
  Value* weights =
      rewriter.call("aten::_softmax", {scores, SymInt(-1), false});
  if (mask != nullptr) {
    weights = zero_masked_rows(rewriter, weights, mask);
  }
  return {matrix_product(rewriter, weights, operands.value)};
}

}  // namespace executorch::exir::decompositions
