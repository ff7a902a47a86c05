#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/exir/passes/decompositions/util.h>
#include <fmt/format.h>

#include <cmath>

/// \file
/// Sums, means and maxima of rows of a table, and rows of limited norm.
namespace executorch::exir::decompositions {
namespace {

bool is_narrow(ScalarType dtype) {
  return dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
}

/// 1, or what brings a part of norm `norms` down to `limit`.
Value* shrink_factors(Expressions& e, Value* norms, double limit) {
  Value* factor = e.div(e.scalar(limit, norms->dtype()), e.add(norms, 1e-7));
  return e.where(e.compare("gt", norms, limit), factor, 1.0);
}

/// The p-norm of everything but dimension `axis`, which stays.
Value* norms_along(Rewriter& rewriter, Value* x, double p, size_t axis) {
  Sizes dims;
  Sizes sizes(x->sizes().size(), SymInt(1));
  for (size_t i = 0; i < x->sizes().size(); ++i) {
    if (i == axis) {
      sizes[i] = x->sizes()[i];
    } else {
      dims.push_back(sym(i));
    }
  }
  const ScalarType dtype =
      is_narrow(x->dtype()) ? ScalarType::Float : x->dtype();
  const auto norms = rewriter.call_with_specs(
      "aten::linalg_vector_norm", {x, p, std::move(dims), true, dtype},
      {TensorSpec{dtype, std::move(sizes)}});
  return norms.empty() ? x : norms.front();
}

/// What a bag operator reads.
struct Bags {
  Value* rows = nullptr;    ///< [N, D] of the table, in a type wide enough
  Value* number = nullptr;  ///< [N], the bag of each row
  Value* counts = nullptr;  ///< [N], 0 where a row is padding, else 1
  SymInt count;
};

/// The bag of index i is the last one that starts at i or before.
Value* bag_numbers(Rewriter& rewriter, Value* offsets, const SymInt& indices) {
  Expressions e(rewriter);
  Value* places = rewriter.call(
      "aten::arange.start_step",
      {SymInt(0), indices, SymInt(1), ScalarType::Long});
  Value* started = e.compare(
      "ge", view(rewriter, places, {indices, SymInt(1)}), Argument(offsets));
  return e.add(e.sum(started, {SymInt(1)}), SymInt(-1));
}

/// Where rows are padding, or null if none can be.
Value* padding_of(Rewriter& rewriter, const Node& node, Value* indices,
                  const Value* weight) {
  if (!node.op().schema.param_index("padding_idx") ||
      node.is_none("padding_idx")) {
    return nullptr;
  }
  int64_t padding = node.int_value("padding_idx");
  if (padding < 0 && node.op().schema.overload == "padding_idx") {
    padding += size_of(rewriter, weight, 0);
  }
  return padding < 0 ? nullptr
                     : Expressions(rewriter).compare("eq", indices,
                                                     SymInt(padding));
}

/// Adds `values` of each row to its bag.
Value* add_to_bags(Rewriter& rewriter, const Bags& bags, Value* values) {
  Sizes sizes = values->sizes();
  sizes[0] = bags.count;
  Value* zeros = full(rewriter, std::move(sizes), SymInt(0), values->dtype());
  return rewriter.call(
      "aten::index_put",
      {zeros, std::vector<Value*>{bags.number}, values, true});
}

Value* largest_of_bags(Rewriter& rewriter, const Bags& bags, Value* padding) {
  Expressions e(rewriter);
  const Sizes sizes = bags.rows->sizes();
  Value* rows = bags.rows;
  const Sizes column{sizes[0], SymInt(1)};
  if (padding != nullptr) {
    rows = e.where(view(rewriter, padding, column), -HUGE_VAL, rows);
  }
  Value* index = expand(rewriter, view(rewriter, bags.number, column), sizes);
  Value* zeros = full(rewriter, {bags.count, sizes[1]}, SymInt(0),
                      rows->dtype());
  Value* largest = rewriter.call(
      "aten::scatter_reduce.two",
      {zeros, SymInt(0), index, rows, std::string("amax"), false});
  Value* counts = view(rewriter, add_to_bags(rewriter, bags, bags.counts),
                       {bags.count, SymInt(1)});
  return e.where(e.compare("gt", counts, SymInt(0)), largest, SymInt(0));
}

Value* reduce_bags(Rewriter& rewriter, const Bags& bags, int64_t mode,
                   Value* padding) {
  if (mode == 2) {
    return largest_of_bags(rewriter, bags, padding);
  }
  Expressions e(rewriter);
  Value* rows = bags.rows;
  if (padding != nullptr) {
    rows = e.where(view(rewriter, padding, {rows->sizes()[0], SymInt(1)}),
                   SymInt(0), rows);
  }
  Value* sums = add_to_bags(rewriter, bags, rows);
  if (mode == 0) {
    return sums;
  }
  Value* counts = view(rewriter, add_to_bags(rewriter, bags, bags.counts),
                       {bags.count, SymInt(1)});
  return e.div(sums, e.cast(e.at_least(counts, SymInt(1)), rows->dtype()));
}

}  // namespace

std::vector<Value*> decompose_renorm(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* self = node.tensor("self");
  const size_t axis = axis_of(rewriter, node.int_value("dim"), self);
  Value* norms = norms_along(rewriter, self, node.number("p"), axis);
  Value* factors = shrink_factors(e, norms, node.number("maxnorm"));
  return {e.mul(self, e.cast(factors, self->dtype()))};
}

/// Only rows that `indices` names are looked at.
std::vector<Value*> decompose_embedding_renorm(Rewriter& rewriter,
                                               const Node& node) {
  Expressions e(rewriter);
  Value* self = node.tensor("self");
  if (self->sizes().size() != 2) {
    return rewriter.refuse(fmt::format("found {}, expected 2 dimensions",
                                       self->tensor().str()));
  }
  const SymInt rows = self->sizes()[0];
  Value* norms =
      norms_along(rewriter, self, node.number("norm_type"), 0);
  Value* factors = shrink_factors(e, norms, node.number("max_norm"));
  Value* indices = node.tensor("indices");
  Value* named = rewriter.call(
      "aten::index_put",
      {full(rewriter, {rows}, false, ScalarType::Bool),
       std::vector<Value*>{view(rewriter, indices,
                                {numel_of(indices->sizes())})},
       full(rewriter, {}, true, ScalarType::Bool), false});
  factors = e.where(view(rewriter, named, {rows, SymInt(1)}), factors, 1.0);
  return {e.mul(self, e.cast(factors, self->dtype()))};
}

std::vector<Value*> decompose_embedding_bag(Rewriter& rewriter,
                                            const Node& node) {
  Expressions e(rewriter);
  for (size_t i = 1; i < node.outputs().size(); ++i) {
    if (!node.graph().is_unused(node.output(i))) {
      return rewriter.refuse(fmt::format(
          "result {} is used, expected only the rows of the bags", i));
    }
  }
  Value* weight = node.tensor("weight");
  Value* indices = node.tensor("indices");
  Value* offsets = node.tensor("offsets");
  if (indices->sizes().size() != 1 || offsets->sizes().size() != 1) {
    return rewriter.refuse(fmt::format(
        "indices are {} and offsets {}, expected 1 dimension each",
        indices->tensor().str(), offsets->tensor().str()));
  }
  const int64_t mode = node.int_value("mode");
  Bags bags;
  bags.count = node.output()->sizes()[0];
  if (node.bool_value("include_last_offset")) {
    offsets = slice(rewriter, offsets, 0, SymInt(0), bags.count);
  }
  const SymInt count = indices->sizes()[0];
  Value* rows = rewriter.call("aten::embedding", {weight, indices});
  rows = is_narrow(rows->dtype()) ? e.cast(rows, ScalarType::Float) : rows;
  if (Value* factors = node.optional_tensor("per_sample_weights")) {
    rows = e.mul(rows, e.cast(view(rewriter, factors, {count, SymInt(1)}),
                              rows->dtype()));
  }
  bags.rows = rows;
  bags.number = bag_numbers(rewriter, offsets, count);
  Value* padding = padding_of(rewriter, node, indices, weight);
  bags.counts =
      padding == nullptr
          ? full(rewriter, {count}, SymInt(1), ScalarType::Long)
          : e.cast(e.unary("logical_not", padding), ScalarType::Long);
  std::vector<Value*> out{
      e.cast(reduce_bags(rewriter, bags, mode, padding), weight->dtype())};
  for (size_t i = 1; i < node.outputs().size(); ++i) {
    out.push_back(full(rewriter, node.output(i)->sizes(), SymInt(0),
                       node.output(i)->dtype()));
  }
  return out;
}

}  // namespace executorch::exir::decompositions
