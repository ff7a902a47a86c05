#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/exir/passes/decompositions/matrix_product.h>
#include <executorch/ops/dtype_rules.h>
#include <fmt/format.h>

#include <cmath>

namespace executorch::exir::decompositions {
namespace {

/// [M, K] x [K, N], plus a bias of N values where there is one.
Value* affine(Rewriter& rewriter, Value* x, Value* weight, Value* bias) {
  return bias == nullptr
             ? rewriter.call("aten::mm", {x, weight})
             : rewriter.call("aten::addmm", {bias, x, weight});
}

/// The same of truth values: factors are true or false as well.
std::vector<Value*> add_bools(Rewriter& rewriter, const Node& node,
                              Value* product) {
  const Sizes& sizes = node.output()->sizes();
  const auto term = [&](Value* x, std::string_view name) {
    return node.number(name) != 0
               ? x
               : full(rewriter, sizes, false, ScalarType::Bool);
  };
  return {rewriter.call("aten::logical_or", {term(node.tensor("self"), "beta"),
                                             term(product, "alpha")})};
}

/// beta self + alpha product. With beta 0 `self` is not read, not even its NaN.
std::vector<Value*> add_product(Rewriter& rewriter, const Node& node,
                                Value* product) {
  Expressions e(rewriter);
  // Integers take the whole part of a factor.
  const bool is_real =
      ops::to_floating(product->dtype()) == product->dtype();
  const auto factor = [&](std::string_view name) {
    const double number = node.number(name);
    return is_real ? number : std::trunc(number);
  };
  const auto times = [&](Value* x, std::string_view name) {
    const double number = factor(name);
    return number == 1 ? x
           : is_real   ? e.mul(x, node.arg(name))
                       : e.mul(x, SymInt(static_cast<int64_t>(number)));
  };
  if (product->dtype() == ScalarType::Bool) {
    return add_bools(rewriter, node, product);
  }
  Value* scaled = times(product, "alpha");
  if (factor("beta") == 0) {
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

/// A sum over the batch is one more part of the sum of a product:
/// [N, B M] x [B M, P].
std::vector<Value*> decompose_addbmm(Rewriter& rewriter, const Node& node) {
  Value* left = node.tensor("batch1");
  Value* right = node.tensor("batch2");
  const Sizes a = left->sizes();
  const Sizes b = right->sizes();
  if (a.size() != 3 || b.size() != 3) {
    return rewriter.refuse(fmt::format(
        "found {} and {}, expected batches of matrices", left->tensor().str(),
        right->tensor().str()));
  }
  left = view(rewriter, permute(rewriter, left, {1, 0, 2}),
              {a[1], a[0] * a[2]});
  right = view(rewriter, right, {b[0] * b[1], b[2]});
  return {rewriter.call("aten::addmm", {node.tensor("self"), left, right,
                                        node.arg("beta"), node.arg("alpha")})};
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

namespace {

/// Products of a chain of matrices in the order of least multiplications.
class Chain {
 public:
  Chain(Rewriter& rewriter, std::vector<Value*> matrices)
      : rewriter_(rewriter), matrices_(std::move(matrices)) {
    const size_t n = matrices_.size();
    for (const Value* matrix : matrices_) {
      bounds_.push_back(static_cast<double>(size_of(rewriter_, matrix, 0)));
    }
    bounds_.push_back(
        static_cast<double>(size_of(rewriter_, matrices_.back(), 1)));
    cost_.assign(n, std::vector<double>(n, 0));
    cut_.assign(n, std::vector<size_t>(n, 0));
    for (size_t length = 1; length < n; ++length) {
      for (size_t first = 0; first + length < n; ++first) {
        choose_cut(first, first + length);
      }
    }
  }

  Value* product(size_t first, size_t last) {
    if (first == last) {
      return matrices_[first];
    }
    const size_t cut = cut_[first][last];
    Value* left = product(first, cut);
    Value* right = product(cut + 1, last);
    return rewriter_.call("aten::mm", {left, right});
  }

 private:
  void choose_cut(size_t first, size_t last) {
    double best = HUGE_VAL;
    for (size_t cut = first; cut < last; ++cut) {
      const double cost = cost_[first][cut] + cost_[cut + 1][last] +
                          bounds_[first] * bounds_[cut + 1] * bounds_[last + 1];
      if (cost < best) {
        best = cost;
        cut_[first][last] = cut;
      }
    }
    cost_[first][last] = best;
  }

  Rewriter& rewriter_;
  std::vector<Value*> matrices_;
  std::vector<double> bounds_;  ///< sizes between the matrices
  std::vector<std::vector<double>> cost_;
  std::vector<std::vector<size_t>> cut_;
};

}  // namespace

std::vector<Value*> decompose_multi_dot(Rewriter& rewriter, const Node& node) {
  std::vector<Value*> operands = std::get<std::vector<Value*>>(node.args()[0]);
  for (Value*& operand : operands) {
    if (operand->sizes().size() == 1) {
      operand = operand == operands.front() ? as_row(rewriter, operand)
                                            : as_column(rewriter, operand);
    }
  }
  Value* product = Chain(rewriter, operands).product(0, operands.size() - 1);
  return {view(rewriter, product, node.output()->sizes())};
}

std::vector<Value*> decompose_matrix_exp(Rewriter& rewriter,
                                         const Node& node) {
  return {rewriter.call("aten::linalg_matrix_exp", {node.tensor("self")})};
}

/// The largest singular value by the smallest, or the other way round.
std::vector<Value*> decompose_linalg_cond(Rewriter& rewriter,
                                          const Node& node) {
  const double p = node.is_none("p") ? 2 : node.number("p");
  Value* self = node.tensor("self");
  if (std::abs(p) != 2 || self->sizes().size() < 2) {
    return rewriter.refuse(
        fmt::format("found p = {} for {}, expected 2 or -2 for matrices", p,
                    self->tensor().str()));
  }
  Value* values = rewriter.call("aten::linalg_svdvals", {self});
  const Sizes last{SymInt(-1)};
  Value* high = rewriter.call("aten::amax", {values, last, false});
  Value* low = rewriter.call("aten::amin", {values, last, false});
  Expressions e(rewriter);
  return {p > 0 ? e.div(high, low) : e.div(low, high)};
}

std::vector<Value*> decompose_lu_with_info(Rewriter& rewriter,
                                           const Node& node) {
  return rewriter.call_all("aten::linalg_lu_factor_ex",
                           {node.tensor("self"), node.bool_value("pivot")});
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
