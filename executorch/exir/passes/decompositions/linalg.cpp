#include <executorch/exir/passes/decompositions/decompositions.h>
#include <fmt/format.h>

#include <cmath>

namespace executorch::exir::decompositions {
namespace {

using Sizes = std::vector<SymInt>;

SymInt product(const Sizes& sizes, size_t first, size_t last) {
  SymInt total(1);
  for (size_t i = first; i < last; ++i) {
    total = total * sizes[i];
  }
  return total;
}

/// `sizes` without the last `count`, followed by `tail`.
Sizes with_tail(const Sizes& sizes, size_t count, const Sizes& tail) {
  Sizes out(sizes.begin(), sizes.end() - static_cast<ptrdiff_t>(count));
  out.insert(out.end(), tail.begin(), tail.end());
  return out;
}

Value* view(Rewriter& rewriter, Value* x, Sizes sizes) {
  return x->sizes() == sizes ? x
                             : rewriter.call("aten::view_copy",
                                             {x, std::move(sizes)});
}

/// Swaps the last two dimensions.
Value* transposed(Rewriter& rewriter, Value* x) {
  const auto rank = static_cast<int64_t>(x->sizes().size());
  Sizes dims;
  for (int64_t i = 0; i + 2 < rank; ++i) {
    dims.emplace_back(i);
  }
  dims.emplace_back(rank - 1);
  dims.emplace_back(rank - 2);
  return rewriter.call("aten::permute_copy", {x, std::move(dims)});
}

/// [M, K] x [K, N], plus a bias of N values where there is one.
Value* affine(Rewriter& rewriter, Value* x, Value* weight, Value* bias) {
  return bias == nullptr
             ? rewriter.call("aten::mm", {x, weight})
             : rewriter.call("aten::addmm", {bias, x, weight});
}

/// Sizes of the leading (batch) dimensions of both operands, broadcast.
std::optional<Sizes> batch_sizes(const Sizes& a, const Sizes& b) {
  const size_t rank = std::max(a.size(), b.size()) - 2;
  Sizes out(rank, SymInt(1));
  for (const Sizes* sizes : {&a, &b}) {
    const size_t lead = rank - (sizes->size() - 2);
    for (size_t i = 0; i + 2 < sizes->size(); ++i) {
      SymInt& dim = out[lead + i];
      if (dim == SymInt(1)) {
        dim = (*sizes)[i];
      } else if (!((*sizes)[i] == SymInt(1)) && !((*sizes)[i] == dim)) {
        return std::nullopt;
      }
    }
  }
  return out;
}

/// Operand of a batched product as [batch, rows, columns].
Value* as_batch(Rewriter& rewriter, Value* x, const Sizes& batch) {
  const Sizes& sizes = x->sizes();
  const size_t rank = sizes.size();
  const SymInt rows = sizes[rank - 2];
  const SymInt columns = sizes[rank - 1];
  Sizes full = batch;
  full.push_back(rows);
  full.push_back(columns);
  if (full != sizes) {
    x = rewriter.call("aten::expand_copy", {x, full});
  }
  return view(rewriter, x,
              {product(full, 0, batch.size()), rows, columns});
}

/// Matrices or batches of matrices of rank 2 and more.
Value* matrix_product(Rewriter& rewriter, Value* a, Value* b) {
  const Sizes a_sizes = a->sizes();
  const Sizes b_sizes = b->sizes();
  if (rewriter.error() || a_sizes.size() < 2 || b_sizes.size() < 2) {
    rewriter.refuse("an operand has less than 2 dimensions");
    return a;
  }
  const SymInt columns = b_sizes.back();
  if (b_sizes.size() == 2) {
    Value* flat = view(rewriter, a,
                       {product(a_sizes, 0, a_sizes.size() - 1),
                        a_sizes.back()});
    return view(rewriter, rewriter.call("aten::mm", {flat, b}),
                with_tail(a_sizes, 1, {columns}));
  }
  const auto batch = batch_sizes(a_sizes, b_sizes);
  if (!batch) {
    rewriter.refuse("batch sizes of the operands do not broadcast");
    return a;
  }
  Value* out = rewriter.call("aten::bmm", {as_batch(rewriter, a, *batch),
                                           as_batch(rewriter, b, *batch)});
  Sizes sizes = *batch;
  sizes.push_back(a_sizes[a_sizes.size() - 2]);
  sizes.push_back(columns);
  return view(rewriter, out, std::move(sizes));
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

namespace {

/// Additive mask of float attention weights; a bool mask keeps where true.
Value* add_mask(Rewriter& rewriter, Value* scores, Value* mask) {
  if (mask->dtype() != ScalarType::Bool) {
    return rewriter.call("aten::add.Tensor", {scores, mask});
  }
  Value* lowest = rewriter.call(
      "aten::full", {Sizes{}, -INFINITY, scores->dtype()});
  return rewriter.call("aten::where.self", {mask, scores, lowest});
}

}  // namespace

std::vector<Value*> decompose_scaled_dot_product_attention(
    Rewriter& rewriter, const Node& node) {
  Value* query = node.tensor("query");
  Value* key = node.tensor("key");
  const Sizes q_sizes = query->sizes();
  if (node.bool_value("is_causal") || node.bool_value("enable_gqa") ||
      node.number("dropout_p") != 0) {
    return rewriter.refuse(
        "is_causal, enable_gqa or dropout_p is set, expected their defaults");
  }
  if (q_sizes.size() < 2 || !q_sizes.back().constant()) {
    return rewriter.refuse(
        "query has no constant last size of at least 2 dimensions");
  }
  const double scale =
      node.is_none("scale")
          ? 1.0 / std::sqrt(static_cast<double>(*q_sizes.back().constant()))
          : node.number("scale");
  Value* scaled = rewriter.call("aten::mul.Scalar", {query, scale});
  Value* scores =
      matrix_product(rewriter, scaled, transposed(rewriter, key));
  if (Value* mask = node.optional_tensor("attn_mask")) {
    scores = add_mask(rewriter, scores, mask);
  }
  Value* weights =
      rewriter.call("aten::_softmax", {scores, SymInt(-1), false});
  return {matrix_product(rewriter, weights, node.tensor("value"))};
}

}  // namespace executorch::exir::decompositions
