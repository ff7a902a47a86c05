#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>
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

/// beta self + alpha product. With beta 0 `self` is not read, not even its NaN.
std::vector<Value*> add_product(Rewriter& rewriter, const Node& node,
                                Value* product) {
  Expressions e(rewriter);
  const auto times = [&](Value* x, std::string_view name) {
    return node.number(name) == 1 ? x : e.mul(x, node.arg(name));
  };
  Value* scaled = times(product, "alpha");
  if (node.number("beta") == 0) {
    return {expand(rewriter, scaled, node.output()->sizes())};
  }
  return {e.add(times(node.tensor("self"), "beta"), scaled)};
}

/// [m] and [n] as the matrix of all products.
Value* outer_product(Rewriter& rewriter, Value* a, Value* b) {
  Expressions e(rewriter);
  return e.mul(view(rewriter, a, {numel_of(a->sizes()), SymInt(1)}),
               view(rewriter, b, {SymInt(1), numel_of(b->sizes())}));
}

Value* as_row(Rewriter& rewriter, Value* x) {
  return view(rewriter, x, {SymInt(1), numel_of(x->sizes())});
}

Value* as_column(Rewriter& rewriter, Value* x) {
  return view(rewriter, x, {numel_of(x->sizes()), SymInt(1)});
}

}  // namespace

std::vector<Value*> decompose_linear(Rewriter& rewriter, const Node& node) {
  Value* input = node.tensor("input");
  Value* weight = node.tensor("weight");
  const Sizes in_sizes = input->sizes();
  if (weight->sizes().size() == 1 && !in_sizes.empty()) {
    // A vector of weights gives one feature, and no dimension for it.
    Value* column = rewriter.call("aten::mm", {
        view(rewriter, input, {product(in_sizes, 0, in_sizes.size() - 1), in_sizes.back()}),
        as_column(rewriter, weight)});
    Value* out = view(rewriter, column, with_tail(in_sizes, 1, {}));
    Value* bias = node.optional_tensor("bias");
    return {bias == nullptr ? out
                            : rewriter.call("aten::add.Tensor", {out, bias})};
  }
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

std::vector<Value*> decompose_baddbmm(Rewriter& rewriter, const Node& node) {
  return add_product(rewriter, node,
                     rewriter.call("aten::bmm", {node.tensor("batch1"),
                                                 node.tensor("batch2")}));
}

std::vector<Value*> decompose_addbmm(Rewriter& rewriter, const Node& node) {
  Value* products = rewriter.call(
      "aten::bmm", {node.tensor("batch1"), node.tensor("batch2")});
  Value* sum = Expressions(rewriter).sum(products, {SymInt(0)});
  return add_product(rewriter, node,
                     cast(rewriter, sum, node.output()->dtype()));
}

std::vector<Value*> decompose_mv(Rewriter& rewriter, const Node& node) {
  Value* product = rewriter.call(
      "aten::mm",
      {node.tensor("self"), as_column(rewriter, node.tensor("vec"))});
  return {view(rewriter, product, node.output()->sizes())};
}

std::vector<Value*> decompose_addmv(Rewriter& rewriter, const Node& node) {
  Value* product = rewriter.call(
      "aten::mm", {node.tensor("mat"), as_column(rewriter, node.tensor("vec"))});
  return add_product(rewriter, node,
                     view(rewriter, product, node.output()->sizes()));
}

std::vector<Value*> decompose_addr(Rewriter& rewriter, const Node& node) {
  return add_product(
      rewriter, node,
      outer_product(rewriter, node.tensor("vec1"), node.tensor("vec2")));
}

std::vector<Value*> decompose_outer(Rewriter& rewriter, const Node& node) {
  return {outer_product(rewriter, node.tensor("self"), node.tensor("vec2"))};
}

std::vector<Value*> decompose_dot(Rewriter& rewriter, const Node& node) {
  Value* product = rewriter.call(
      "aten::mm", {as_row(rewriter, std::get<Value*>(node.args()[0])),
                   as_column(rewriter, std::get<Value*>(node.args()[1]))});
  return {view(rewriter, product, {})};
}

std::vector<Value*> decompose_inner(Rewriter& rewriter, const Node& node) {
  Value* a = node.tensor("self");
  Value* b = node.tensor("other");
  if (a->sizes().empty() || b->sizes().empty()) {
    return {rewriter.call("aten::mul.Tensor", {a, b})};
  }
  const auto rows = [&](Value* x) {
    const Sizes& sizes = x->sizes();
    return view(rewriter, x,
                {product(sizes, 0, sizes.size() - 1), sizes.back()});
  };
  Value* out = rewriter.call("aten::mm",
                             {rows(a), transposed(rewriter, rows(b))});
  return {view(rewriter, out, node.output()->sizes())};
}

std::vector<Value*> decompose_kron(Rewriter& rewriter, const Node& node) {
  Value* a = node.tensor("self");
  Value* b = node.tensor("other");
  const size_t rank = std::max(a->sizes().size(), b->sizes().size());
  Sizes spread_a;
  Sizes spread_b;
  for (size_t i = 0; i < rank; ++i) {
    const auto size_at = [&](const Value* x) {
      const size_t lead = rank - x->sizes().size();
      return i < lead ? SymInt(1) : x->sizes()[i - lead];
    };
    spread_a.insert(spread_a.end(), {size_at(a), SymInt(1)});
    spread_b.insert(spread_b.end(), {SymInt(1), size_at(b)});
  }
  Value* products = Expressions(rewriter).mul(view(rewriter, a, spread_a),
                                              view(rewriter, b, spread_b));
  return {view(rewriter, products, node.output()->sizes())};
}

namespace {

/// The dimension of 3 elements that a cross product runs along.
size_t cross_axis(Rewriter& rewriter, const Node& node, const Value* x) {
  if (!node.is_none("dim")) {
    return axis_of(rewriter, node.int_value("dim"), x);
  }
  for (size_t i = 0; i < x->sizes().size(); ++i) {
    if (x->sizes()[i] == SymInt(3)) {
      return i;
    }
  }
  rewriter.refuse(fmt::format("{} has no dimension of size 3",
                              x->tensor().str()));
  return 0;
}

}  // namespace

std::vector<Value*> decompose_cross(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  const Sizes sizes = node.output()->sizes();
  Value* a = expand(rewriter, node.tensor("self"), sizes);
  Value* b = expand(rewriter, node.tensor("other"), sizes);
  const auto axis =
      static_cast<int64_t>(cross_axis(rewriter, node, node.output()));
  const auto rolled = [&](Value* x, int64_t shift) {
    return rewriter.call("aten::roll",
                         {x, Sizes{SymInt(shift)}, Sizes{SymInt(axis)}});
  };
  return {e.sub(e.mul(rolled(a, -1), rolled(b, -2)),
                e.mul(rolled(a, -2), rolled(b, -1)))};
}

std::vector<Value*> decompose_vecdot(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* products = e.mul(node.tensor("x"), node.tensor("y"));
  return {cast(rewriter, e.sum(products, {node.sym_int("dim")}),
               node.output()->dtype())};
}

std::vector<Value*> decompose_multi_dot(Rewriter& rewriter, const Node& node) {
  const auto& operands = std::get<std::vector<Value*>>(node.args()[0]);
  Value* product = operands.front()->sizes().size() == 1
                       ? as_row(rewriter, operands.front())
                       : operands.front();
  for (size_t i = 1; i < operands.size(); ++i) {
    Value* next = operands[i]->sizes().size() == 1
                      ? as_column(rewriter, operands[i])
                      : operands[i];
    product = rewriter.call("aten::mm", {product, next});
  }
  return {view(rewriter, product, node.output()->sizes())};
}

std::vector<Value*> decompose_bilinear(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* a = node.tensor("input1");
  Value* b = node.tensor("input2");
  Value* weight = node.tensor("weight");
  const Sizes w = weight->sizes();
  const SymInt batch = product(a->sizes(), 0, a->sizes().size() - 1);
  // [N, I] x [I, O J], then the sum over J of products with [N, 1, J].
  Value* columns = view(rewriter, permute(rewriter, weight, {1, 0, 2}),
                        {w[1], w[0] * w[2]});
  Value* left = rewriter.call("aten::mm",
                              {view(rewriter, a, {batch, w[1]}), columns});
  Value* right = view(rewriter, b, {batch, w[2], SymInt(1)});
  Value* out = rewriter.call(
      "aten::bmm", {view(rewriter, left, {batch, w[0], w[2]}), right});
  out = view(rewriter, out, node.output()->sizes());
  Value* bias = node.optional_tensor("bias");
  return {bias == nullptr ? out : e.add(out, bias)};
}

std::vector<Value*> decompose_cdist(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::_cdist_forward", node.args())};
}

std::vector<Value*> decompose_pdist(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::_pdist_forward", node.args())};
}

}  // namespace executorch::exir::decompositions
