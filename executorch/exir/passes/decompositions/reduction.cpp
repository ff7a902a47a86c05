#include <executorch/exir/passes/decompositions/util.h>
#include <executorch/ops/dtype_rules.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace executorch::exir::decompositions {
namespace {

Sizes all_dims(const Value* self) {
  Sizes dims;
  for (size_t i = 0; i < self->sizes().size(); ++i) {
    dims.push_back(sym(i));
  }
  return dims;
}

/// The argument `dim` (None, one integer or a list) as a list of axes that are
/// reduced; all of them if there is none.
Sizes reduced_dims(const Node& node, const Value* self) {
  Sizes dims;
  if (node.op().schema.param_index("dim") && !node.is_none("dim")) {
    const Argument& argument = node.arg("dim");
    if (const auto* one = std::get_if<SymInt>(&argument)) {
      dims.push_back(*one);
    } else {
      dims = std::get<std::vector<SymInt>>(argument);
    }
  }
  return dims.empty() ? all_dims(self) : dims;
}

bool keepdim_of(const Node& node) {
  return node.op().schema.param_index("keepdim") && node.bool_value("keepdim");
}

Value* sum(Rewriter& rewriter, Value* x, Sizes dims, bool keepdim) {
  return rewriter.call("aten::sum.dim_IntList",
                       {x, std::move(dims), keepdim});
}

/// True where x is not zero (NaN is not).
Value* truth(Rewriter& rewriter, Value* x) {
  return cast(rewriter, x, ScalarType::Bool);
}

Value* is_nan(Rewriter& rewriter, Value* x) {
  return rewriter.call("aten::isnan", {x});
}

/// `yes` where the condition holds, else `no`.
Value* where(Rewriter& rewriter, Value* condition, Value* yes, Value* no) {
  return rewriter.call("aten::where.self", {condition, yes, no});
}

std::vector<Value*> all_of(Rewriter& rewriter, const Node& node,
                           const Argument& dims) {
  Value* self = node.tensor("self");
  Value* falses = rewriter.call("aten::logical_not", {self});
  Value* some = rewriter.call("aten::any.dims",
                              {falses, dims, keepdim_of(node)});
  return {cast(rewriter, rewriter.call("aten::logical_not", {some}),
               node.output()->dtype())};
}

/// Half types are reduced in float, so that squares do not overflow.
Value* wide(Rewriter& rewriter, Value* x) {
  const bool narrow = x->dtype() == ScalarType::Half ||
                      x->dtype() == ScalarType::BFloat16;
  return narrow ? cast(rewriter, x, ScalarType::Float) : x;
}

/// Arguments of both forms: correction, or unbiased.
Argument correction_of(const Node& node) {
  if (node.op().schema.param_index("unbiased")) {
    return SymInt(node.bool_value("unbiased") ? 1 : 0);
  }
  return node.arg("correction");
}

Argument dims_argument(const Node& node) {
  return node.op().schema.param_index("dim") ? node.arg("dim")
                                             : Argument(std::monostate{});
}

Value* variance(Rewriter& rewriter, const Node& node, Value* x) {
  return rewriter.call("aten::var.correction",
                       {x, dims_argument(node), correction_of(node),
                        keepdim_of(node)});
}

Value* mean(Rewriter& rewriter, const Node& node, Value* x) {
  return rewriter.call("aten::mean.dim",
                       {x, dims_argument(node), keepdim_of(node)});
}

Value* standard_deviation(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  Value* spread = variance(rewriter, node, wide(rewriter, self));
  return cast(rewriter, rewriter.call("aten::sqrt", {spread}), self->dtype());
}

Value* abs(Rewriter& rewriter, Value* x) {
  return rewriter.call("aten::abs", {x});
}

Value* power(Rewriter& rewriter, Value* x, double exponent) {
  return rewriter.call("aten::pow.Tensor_Scalar", {x, exponent});
}

/// The norm of order `p` over `dims`, of real numbers.
Value* vector_norm(Rewriter& rewriter, Value* x, double p, Sizes dims,
                   bool keepdim) {
  if (std::isinf(p)) {
    return rewriter.call(p > 0 ? "aten::amax" : "aten::amin",
                         {abs(rewriter, x), std::move(dims), keepdim});
  }
  if (p == 0) {
    return sum(rewriter, cast(rewriter, truth(rewriter, x), x->dtype()),
               std::move(dims), keepdim);
  }
  if (p == 1) {
    return sum(rewriter, abs(rewriter, x), std::move(dims), keepdim);
  }
  if (p == 2) {
    Value* squares = rewriter.call("aten::mul.Tensor", {x, x});
    return rewriter.call(
        "aten::sqrt", {sum(rewriter, squares, std::move(dims), keepdim)});
  }
  Value* powers = power(rewriter, abs(rewriter, x), p);
  return power(rewriter, sum(rewriter, powers, std::move(dims), keepdim),
               1 / p);
}

/// The same in a type wide enough, with the result in `dtype`.
Value* wide_norm(Rewriter& rewriter, Value* x, double p, Sizes dims,
                 bool keepdim, ScalarType dtype) {
  Value* real = wide(rewriter, cast(rewriter, x, dtype));
  return cast(rewriter,
              vector_norm(rewriter, real, p, std::move(dims), keepdim), dtype);
}

/// Norms of singular values: their sum, or the largest or smallest of them.
std::vector<Value*> spectral_norm(Rewriter& rewriter, const Node& node,
                                  Value* x, std::string_view name, double p,
                                  const Sizes& dims) {
  const size_t rows = axis_of(rewriter, dims[0].constant().value_or(0), x);
  const size_t columns = axis_of(rewriter, dims[1].constant().value_or(0), x);
  std::vector<size_t> order;
  for (size_t i = 0; i < x->sizes().size(); ++i) {
    if (i != rows && i != columns) {
      order.push_back(i);
    }
  }
  order.push_back(rows);
  order.push_back(columns);
  const ScalarType dtype = node.output()->dtype();
  Value* real = wide(rewriter, cast(rewriter, x, dtype));
  Value* values = rewriter.call("aten::linalg_svdvals",
                                {permute(rewriter, real, order)});
  Value* norm =
      name == "nuc" ? sum(rewriter, values, {SymInt(-1)}, false)
                    : rewriter.call(p > 0 ? "aten::amax" : "aten::amin",
                                    {values, Sizes{SymInt(-1)}, false});
  return {view(rewriter, cast(rewriter, norm, dtype),
               node.output()->sizes())};
}

/// Frobenius' norm, those of singular values, and the largest or smallest sum
/// of a row or column.
std::vector<Value*> matrix_norm(Rewriter& rewriter, const Node& node, Value* x,
                                std::string_view name, double p,
                                const Sizes& dims) {
  const bool keepdim = keepdim_of(node);
  const ScalarType dtype = node.output()->dtype();
  if (dims.size() != 2) {
    return rewriter.refuse("a matrix norm has not two dimensions");
  }
  if (name == "fro") {
    return {wide_norm(rewriter, x, 2, dims, keepdim, dtype)};
  }
  if (name == "nuc" || (name.empty() && std::abs(p) == 2)) {
    return spectral_norm(rewriter, node, x, name, p, dims);
  }
  if (!name.empty() || !(std::abs(p) == 1 || std::isinf(p))) {
    return rewriter.refuse(fmt::format(
        "found the norm {}, expected fro, nuc, 1, -1, 2, -2, inf or -inf",
        name.empty() ? fmt::format("{}", p) : std::string(name)));
  }
  const bool by_columns = std::abs(p) == 1;
  const auto at = [&](size_t i) {
    return axis_of(rewriter, dims[i].constant().value_or(0), x);
  };
  const size_t first = at(by_columns ? 0 : 1);
  const size_t second = at(by_columns ? 1 : 0);
  Value* real = wide(rewriter, cast(rewriter, x, dtype));
  Value* sums = sum(rewriter, abs(rewriter, real), {sym(first)}, true);
  Value* norm = rewriter.call(p > 0 ? "aten::amax" : "aten::amin",
                              {sums, Sizes{sym(second)}, true});
  return {view(rewriter, cast(rewriter, norm, dtype),
               node.output()->sizes())};
}

/// Elements from `start` on, `count` of them, along an axis.
Value* part(Rewriter& rewriter, Value* x, size_t axis, int64_t start,
            const SymInt& count) {
  return slice(rewriter, x, axis, SymInt(start), SymInt(start) + count);
}

/// Sums of neighbours, times their distance where x gives it: what the area is
/// half of. Integers stay integers, as in ATen.
Value* twice_areas(Rewriter& rewriter, const Node& node, size_t& axis) {
  Value* y = node.tensor("y");
  axis = axis_of(rewriter, node.int_value("dim"), y);
  if (y->sizes().empty()) {
    rewriter.refuse("y has no dimension");
    return y;
  }
  const SymInt count = y->sizes()[axis] - SymInt(1);
  Value* pairs = rewriter.call("aten::add.Tensor",
                               {part(rewriter, y, axis, 1, count),
                                part(rewriter, y, axis, 0, count)});
  const size_t from_end = y->sizes().size() - axis;
  if (node.op().schema.overload == "dx") {
    return pairs;
  }
  Value* x = node.tensor("x");
  if (x->sizes().size() == 1) {
    Sizes aligned(from_end, SymInt(1));
    aligned[0] = x->sizes()[0];
    x = view(rewriter, x, std::move(aligned));
  }
  if (x->sizes().size() < from_end) {
    rewriter.refuse("x has too few dimensions");
    return y;
  }
  const size_t x_axis = x->sizes().size() - from_end;
  const SymInt steps = x->sizes()[x_axis] - SymInt(1);
  Value* widths = rewriter.call("aten::sub.Tensor",
                                {part(rewriter, x, x_axis, 1, steps),
                                 part(rewriter, x, x_axis, 0, steps)});
  Value* areas = rewriter.call("aten::mul.Tensor", {pairs, widths});
  axis = areas->sizes().size() - std::min(areas->sizes().size(), from_end);
  return areas;
}

/// Half of `twice`, times the distance of the elements if that is a number.
std::vector<Value*> halved(Rewriter& rewriter, const Node& node, Value* twice) {
  const double dx =
      node.op().schema.overload == "dx" ? node.number("dx") : 1.0;
  return {cast(rewriter,
               rewriter.call("aten::mul.Scalar", {twice, dx / 2}),
               node.output()->dtype())};
}

}  // namespace

std::vector<Value*> decompose_sum_all(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::sum.dim_IntList",
                        {node.tensor("self"), std::monostate{}, false,
                         node.arg("dtype")})};
}

std::vector<Value*> decompose_mean_all(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::mean.dim",
                        {node.tensor("self"), std::monostate{}, false,
                         node.arg("dtype")})};
}

std::vector<Value*> decompose_all(Rewriter& rewriter, const Node& node) {
  return all_of(rewriter, node, std::monostate{});
}

std::vector<Value*> decompose_all_dims(Rewriter& rewriter, const Node& node) {
  const auto* one = std::get_if<SymInt>(&node.arg("dim"));
  return all_of(rewriter, node,
                one != nullptr ? Argument(Sizes{*one}) : node.arg("dim"));
}

/// An empty list of dims reduces none of them.
std::vector<Value*> decompose_any_dims(Rewriter& rewriter, const Node& node) {
  const auto* dims = std::get_if<std::vector<SymInt>>(&node.arg("dim"));
  if (dims == nullptr || !dims->empty()) {
    return {};
  }
  Value* some = truth(rewriter, node.tensor("self"));
  return {cast(rewriter, some, node.output()->dtype())};
}

std::vector<Value*> decompose_aminmax(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  Sizes dims = node.is_none("dim") ? Sizes{} : Sizes{node.sym_int("dim")};
  const bool keepdim = node.bool_value("keepdim");
  return {rewriter.call("aten::amin", {self, dims, keepdim}),
          rewriter.call("aten::amax", {self, dims, keepdim})};
}

std::vector<Value*> decompose_count_nonzero(Rewriter& rewriter,
                                            const Node& node) {
  Value* self = node.tensor("self");
  return {sum(rewriter, truth(rewriter, self), reduced_dims(node, self),
              false)};
}

std::vector<Value*> decompose_nansum(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const ScalarType dtype = node.output()->dtype();
  if (ops::to_floating(self->dtype()) == self->dtype()) {
    Value* zero = full(rewriter, {}, SymInt(0), self->dtype());
    self = where(rewriter, is_nan(rewriter, self), zero, self);
  }
  return {rewriter.call("aten::sum.dim_IntList",
                        {self, node.arg("dim"), keepdim_of(node), dtype})};
}

std::vector<Value*> decompose_nanmean(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const ScalarType dtype = node.output()->dtype();
  Value* nan = is_nan(rewriter, self);
  Value* zero = full(rewriter, {}, SymInt(0), self->dtype());
  Value* total = rewriter.call("aten::sum.dim_IntList",
                               {where(rewriter, nan, zero, self),
                                node.arg("dim"), keepdim_of(node),
                                ScalarType::Float});
  Value* count = rewriter.call(
      "aten::sum.dim_IntList",
      {rewriter.call("aten::logical_not", {nan}), node.arg("dim"),
       keepdim_of(node)});
  if (dtype == ScalarType::Double) {
    total = rewriter.call("aten::sum.dim_IntList",
                          {where(rewriter, nan, zero, self), node.arg("dim"),
                           keepdim_of(node), dtype});
  }
  return {cast(rewriter, rewriter.call("aten::div.Tensor", {total, count}),
               dtype)};
}

std::vector<Value*> decompose_logsumexp(Rewriter& rewriter, const Node& node) {
  Value* self = wide(rewriter, to_real(rewriter, node.tensor("self")));
  const Sizes dims = reduced_dims(node, self);
  if (self->sizes().empty()) {
    return {cast(rewriter, self, node.output()->dtype())};
  }
  const auto count = numel_of(self->sizes()).constant();
  const bool keepdim = keepdim_of(node);
  if (count && *count == 0) {
    Value* sums = sum(rewriter, rewriter.call("aten::exp", {self}), dims,
                      keepdim);
    return {cast(rewriter, rewriter.call("aten::log", {sums}),
                 node.output()->dtype())};
  }
  Value* highest = rewriter.call("aten::amax", {self, dims, true});
  Value* zero = full(rewriter, {}, SymInt(0), self->dtype());
  for (const double infinity : {HUGE_VAL, -HUGE_VAL}) {
    highest = where(rewriter,
                    rewriter.call("aten::eq.Scalar", {highest, infinity}),
                    zero, highest);
  }
  Value* powers = rewriter.call(
      "aten::exp", {rewriter.call("aten::sub.Tensor", {self, highest})});
  Value* logs = rewriter.call("aten::log",
                              {sum(rewriter, powers, dims, keepdim)});
  Value* shift = view(rewriter, highest, logs->sizes());
  return {cast(rewriter, rewriter.call("aten::add.Tensor", {logs, shift}),
               node.output()->dtype())};
}

std::vector<Value*> decompose_std(Rewriter& rewriter, const Node& node) {
  return {standard_deviation(rewriter, node)};
}

std::vector<Value*> decompose_var(Rewriter& rewriter, const Node& node) {
  return {variance(rewriter, node, node.tensor("self"))};
}

std::vector<Value*> decompose_var_mean(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  return {variance(rewriter, node, self), mean(rewriter, node, self)};
}

std::vector<Value*> decompose_std_mean(Rewriter& rewriter, const Node& node) {
  return {standard_deviation(rewriter, node),
          mean(rewriter, node, node.tensor("self"))};
}

std::vector<Value*> decompose_linalg_vector_norm(Rewriter& rewriter,
                                                 const Node& node) {
  Value* self = node.tensor("self");
  const Sizes dims =
      node.is_none("dim") || node.ints("dim").empty() ? all_dims(self)
                                                      : node.ints("dim");
  return {wide_norm(rewriter, self, node.number("ord"), dims, keepdim_of(node),
                    node.output()->dtype())};
}

std::vector<Value*> decompose_linalg_norm(Rewriter& rewriter,
                                          const Node& node) {
  Value* self = node.tensor("self");
  const bool has_dims = !node.is_none("dim");
  const Sizes dims = has_dims ? node.ints("dim") : all_dims(self);
  const auto* name = std::get_if<std::string>(&node.arg("ord"));
  if (node.is_none("ord") || (name == nullptr && dims.size() == 1)) {
    const double p = node.is_none("ord") ? 2 : node.number("ord");
    return {wide_norm(rewriter, self, p, dims, keepdim_of(node),
                      node.output()->dtype())};
  }
  return matrix_norm(rewriter, node, self, name != nullptr ? *name : "",
                     name != nullptr ? 0 : node.number("ord"), dims);
}

std::vector<Value*> decompose_linalg_matrix_norm(Rewriter& rewriter,
                                                 const Node& node) {
  const auto* name = std::get_if<std::string>(&node.arg("ord"));
  return matrix_norm(rewriter, node, node.tensor("self"),
                     name != nullptr ? *name : "",
                     name != nullptr ? 0 : node.number("ord"),
                     node.ints("dim"));
}

std::vector<Value*> decompose_dist(Rewriter& rewriter, const Node& node) {
  Value* apart = rewriter.call("aten::sub.Tensor",
                               {node.tensor("self"), node.tensor("other")});
  return {wide_norm(rewriter, apart, node.number("p"), all_dims(apart), false,
                    node.output()->dtype())};
}

/// All elements as one line; its values only.
std::vector<Value*> decompose_median_all(Rewriter& rewriter,
                                         const Node& node) {
  Value* self = node.tensor("self");
  Value* line = view(rewriter, self, {numel_of(self->sizes())});
  return {rewriter
              .call_all("aten::" + node.op().schema.name + ".dim",
                        {line, SymInt(0), false})
              .front()};
}

std::vector<Value*> decompose_sort(Rewriter& rewriter, const Node& node) {
  return rewriter.call_all("aten::sort.stable",
                           {node.tensor("self"), true, node.sym_int("dim"),
                            node.bool_value("descending")});
}

std::vector<Value*> decompose_argsort(Rewriter& rewriter, const Node& node) {
  return {decompose_sort(rewriter, node).back()};
}

std::vector<Value*> decompose_msort(Rewriter& rewriter, const Node& node) {
  return {rewriter
              .call_all("aten::sort.stable",
                        {node.tensor("self"), true, SymInt(0), false})
              .front()};
}

std::vector<Value*> decompose_trace(Rewriter& rewriter, const Node& node) {
  Value* line = rewriter.call("aten::diagonal_copy", {node.tensor("self")});
  return {rewriter.call("aten::sum.dim_IntList",
                        {line, std::monostate{}, false,
                         node.output()->dtype()})};
}

std::vector<Value*> decompose_trapezoid(Rewriter& rewriter, const Node& node) {
  size_t axis = 0;
  Value* areas = twice_areas(rewriter, node, axis);
  return halved(rewriter, node, sum(rewriter, areas, {sym(axis)}, false));
}

std::vector<Value*> decompose_cumulative_trapezoid(Rewriter& rewriter,
                                                   const Node& node) {
  size_t axis = 0;
  Value* areas = twice_areas(rewriter, node, axis);
  return halved(rewriter, node,
                rewriter.call("aten::cumsum", {areas, sym(axis)}));
}

std::vector<Value*> decompose_diff(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const size_t axis = axis_of(rewriter, node.int_value("dim"), self);
  if (node.int_value("n") == 0) {
    return {self};
  }
  std::vector<Value*> parts;
  for (Value* value : {node.optional_tensor("prepend"), self,
                       node.optional_tensor("append")}) {
    if (value != nullptr) {
      parts.push_back(value);
    }
  }
  if (parts.size() > 1) {
    self = rewriter.call("aten::cat", {parts, sym(axis)});
  }
  for (int64_t i = node.int_value("n"); i > 0 && !rewriter.error(); --i) {
    const SymInt length = self->sizes().empty() ? SymInt(0)
                                                : self->sizes()[axis];
    const auto known = length.constant();
    const SymInt count =
        known ? SymInt(std::max<int64_t>(*known - 1, 0)) : length - SymInt(1);
    Value* later = part(rewriter, self, axis, 1, count);
    Value* earlier = part(rewriter, self, axis, 0, count);
    self = rewriter.call(self->dtype() == ScalarType::Bool
                             ? "aten::logical_xor"
                             : "aten::sub.Tensor",
                         {later, earlier});
  }
  return {self};
}

/// Sums over the dimensions that are 1 in `size` or not in it.
std::vector<Value*> decompose_sum_to_size(Rewriter& rewriter,
                                          const Node& node) {
  Value* self = node.tensor("self");
  const Sizes& from = self->sizes();
  const Sizes& to = node.output()->sizes();
  if (to.size() > from.size()) {
    return rewriter.refuse("size has more dimensions than self");
  }
  const size_t lead = from.size() - to.size();
  Sizes dims;
  for (size_t i = 0; i < from.size(); ++i) {
    const bool is_one = i >= lead && to[i - lead] == SymInt(1);
    if (i < lead || (is_one && !(from[i] == SymInt(1)))) {
      dims.push_back(sym(i));
    }
  }
  if (!dims.empty()) {
    self = rewriter.call("aten::sum.dim_IntList",
                         {self, dims, true, node.output()->dtype()});
  }
  return {view(rewriter, cast(rewriter, self, node.output()->dtype()), to)};
}

}  // namespace executorch::exir::decompositions
