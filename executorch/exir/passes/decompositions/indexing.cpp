#include <executorch/exir/passes/decompositions/util.h>
#include <executorch/ops/sizes.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir::decompositions {
namespace {

/// `indices` of index_put with one index tensor at `axis`.
std::vector<Value*> index_at(size_t axis, Value* index) {
  std::vector<Value*> list(axis, nullptr);
  list.push_back(index);
  return list;
}

/// A 0-d tensor as one of one element, which has an axis.
Value* with_axis(Rewriter& rewriter, Value* x) {
  return x->sizes().empty() ? view(rewriter, x, {SymInt(1)}) : x;
}

/// self with `values` at the places of a 1-d index along `dim`.
std::vector<Value*> put_along(Rewriter& rewriter, const Node& node,
                              Value* values, bool accumulate) {
  Value* self = node.tensor("self");
  Value* line = with_axis(rewriter, self);
  const size_t axis = axis_of(rewriter, node.int_value("dim"), line);
  Value* index = with_axis(rewriter, node.tensor("index"));
  if (self->sizes().empty() && !values->sizes().empty() &&
      values->sizes().size() != 1) {
    return rewriter.refuse("values have another rank than self");
  }
  if (index->dtype() != ScalarType::Long && index->dtype() != ScalarType::Int) {
    index = cast(rewriter, index, ScalarType::Long);
  }
  Value* out = rewriter.call(
      "aten::index_put",
      {line, index_at(axis, index), values, accumulate});
  return {view(rewriter, out, self->sizes())};
}

/// A 1-d index repeated so that it has `like`'s sizes.
Value* index_like(Rewriter& rewriter, Value* index, const Value* like,
                  size_t axis) {
  Sizes sizes(like->sizes().size(), SymInt(1));
  sizes[axis] = index->sizes().empty() ? SymInt(1) : index->sizes()[0];
  return expand(rewriter, view(rewriter, index, sizes), like->sizes());
}

std::vector<Value*> scatter_reduced(Rewriter& rewriter, const Node& node,
                                    Value* src) {
  const auto& reduce = std::get<std::string>(node.arg("reduce"));
  return {rewriter.call(
      "aten::scatter_reduce.two",
      {node.tensor("self"), node.sym_int("dim"),
       cast(rewriter, node.tensor("index"), ScalarType::Long), src,
       std::string(reduce == "add" ? "sum" : "prod"), true})};
}

/// Index tensors of _unsafe_masked_index, each within its dimension.
std::vector<Value*> clamped_indices(Rewriter& rewriter, const Node& node,
                                    const Value* self) {
  auto indices = std::get<std::vector<Value*>>(node.arg("indices"));
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] == nullptr) {
      continue;
    }
    if (i >= self->sizes().size()) {
      rewriter.refuse("has more indices than dimensions");
      break;
    }
    const int64_t size = size_of(rewriter, self, i);
    indices[i] = rewriter.call("aten::clamp",
                               {indices[i], SymInt(-size), SymInt(size - 1)});
  }
  return indices;
}

}  // namespace

std::vector<Value*> decompose_index_add(Rewriter& rewriter, const Node& node) {
  Value* source = node.tensor("source");
  if (node.number("alpha") != 1) {
    source = rewriter.call("aten::mul.Scalar", {source, node.arg("alpha")});
  }
  return put_along(rewriter, node, cast(rewriter, source,
                                        node.output()->dtype()),
                   true);
}

std::vector<Value*> decompose_index_copy(Rewriter& rewriter,
                                         const Node& node) {
  return put_along(rewriter, node, node.tensor("source"), false);
}

std::vector<Value*> decompose_index_fill(Rewriter& rewriter,
                                         const Node& node) {
  const ScalarType dtype = node.output()->dtype();
  const Argument& value = node.arg("value");
  const auto* tensor = std::get_if<Value*>(&value);
  Value* filler = tensor != nullptr ? cast(rewriter, *tensor, dtype)
                                    : full(rewriter, {}, value, dtype);
  return put_along(rewriter, node, filler, false);
}

std::vector<Value*> decompose_index_reduce(Rewriter& rewriter,
                                           const Node& node) {
  Value* self = node.tensor("self");
  Value* line = with_axis(rewriter, self);
  Value* source = with_axis(rewriter, node.tensor("source"));
  const size_t axis = axis_of(rewriter, node.int_value("dim"), line);
  Value* index = cast(rewriter, node.tensor("index"), ScalarType::Long);
  Value* out = rewriter.call(
      "aten::scatter_reduce.two",
      {line, sym(axis), index_like(rewriter, index, source, axis), source,
       std::get<std::string>(node.arg("reduce")),
       node.bool_value("include_self")});
  return {view(rewriter, out, self->sizes())};
}

std::vector<Value*> decompose_scatter_reduce(Rewriter& rewriter,
                                             const Node& node) {
  return scatter_reduced(rewriter, node, node.tensor("src"));
}

std::vector<Value*> decompose_scatter_value_reduce(Rewriter& rewriter,
                                                   const Node& node) {
  return scatter_reduced(
      rewriter, node,
      full(rewriter, node.tensor("index")->sizes(), node.arg("value"),
           node.output()->dtype()));
}

std::vector<Value*> decompose_take(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  Value* line = view(rewriter, self, {numel_of(self->sizes())});
  Value* index = node.tensor("index");
  Value* flat = view(rewriter, index, {numel_of(index->sizes())});
  Value* taken =
      rewriter.call("aten::index.Tensor", {line, std::vector<Value*>{flat}});
  return {view(rewriter, taken, index->sizes())};
}

std::vector<Value*> decompose_put(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  Value* index = node.tensor("index");
  const SymInt count = numel_of(index->sizes());
  Value* out = rewriter.call(
      "aten::index_put",
      {view(rewriter, self, {numel_of(self->sizes())}),
       std::vector<Value*>{view(rewriter, index, {count})},
       view(rewriter, node.tensor("source"), {count}),
       node.bool_value("accumulate")});
  return {view(rewriter, out, self->sizes())};
}

std::vector<Value*> decompose_take_along_dim(Rewriter& rewriter,
                                             const Node& node) {
  Value* self = node.tensor("self");
  Value* indices = node.tensor("indices");
  if (node.is_none("dim")) {
    return {rewriter.call(
        "aten::gather",
        {view(rewriter, self, {numel_of(self->sizes())}), SymInt(0),
         view(rewriter, indices, {numel_of(indices->sizes())})})};
  }
  const size_t axis = axis_of(rewriter, node.int_value("dim"), self);
  Sizes from = self->sizes();
  Sizes at = indices->sizes();
  if (from.size() != at.size()) {
    return rewriter.refuse("self and indices have different ranks");
  }
  for (size_t i = 0; i < from.size(); ++i) {
    if (i != axis) {
      const SymInt size = from[i] == SymInt(1) ? at[i] : from[i];
      from[i] = at[i] = size;
    }
  }
  self = expand(rewriter, self, from);
  indices = expand(rewriter, indices, at);
  // Negative indices count from the end.
  Value* wrapped = rewriter.call(
      "aten::add.Scalar", {indices, SymInt(size_of(rewriter, self, axis))});
  Value* non_negative = rewriter.call("aten::gt.Scalar", {indices, SymInt(-1)});
  Value* index =
      rewriter.call("aten::where.self", {non_negative, indices, wrapped});
  return {rewriter.call("aten::gather", {self, sym(axis), index})};
}

std::vector<Value*> decompose_unsafe_masked_index(Rewriter& rewriter,
                                                  const Node& node) {
  Value* self = node.tensor("self");
  auto indices = clamped_indices(rewriter, node, self);
  Value* filler = full(rewriter, {}, node.arg("fill"), self->dtype());
  const Sizes& sizes = node.output()->sizes();
  if (numel_of(self->sizes()) == SymInt(0)) {
    return {full(rewriter, sizes, node.arg("fill"), self->dtype())};
  }
  // A last index of None makes no difference, and no rule knows the sizes.
  Value* found = rewriter.call("aten::index.Tensor", {self, indices});
  return {rewriter.call("aten::where.self",
                        {node.tensor("mask"), found, filler})};
}

std::vector<Value*> decompose_unsafe_masked_index_put_accumulate(
    Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  if (numel_of(self->sizes()) == SymInt(0)) {
    return {self};
  }
  auto indices = clamped_indices(rewriter, node, self);
  Value* zero = full(rewriter, {}, SymInt(0), self->dtype());
  Value* values = rewriter.call(
      "aten::where.self", {node.tensor("mask"), node.tensor("values"), zero});
  return {rewriter.call("aten::index_put", {self, indices, values, true})};
}

std::vector<Value*> decompose_isin(Rewriter& rewriter, const Node& node) {
  Value* elements = node.tensor("elements");
  Value* tests = node.tensor("test_elements");
  Sizes column = elements->sizes();
  column.emplace_back(1);
  Value* pairs = rewriter.call(
      "aten::eq.Tensor",
      {view(rewriter, elements, column),
       view(rewriter, tests, {numel_of(tests->sizes())})});
  Value* found = rewriter.call("aten::any.dim", {pairs, SymInt(-1), false});
  return {node.bool_value("invert")
              ? rewriter.call("aten::logical_not", {found})
              : found};
}

std::vector<Value*> decompose_diagonal(Rewriter& rewriter, const Node& node) {
  Value* self = std::get<Value*>(node.args()[0]);
  return {rewriter.call("aten::diagonal_copy",
                        {self, node.sym_int("offset"), node.sym_int("dim1"),
                         node.sym_int("dim2")})};
}

std::vector<Value*> decompose_diag_embed(Rewriter& rewriter,
                                         const Node& node) {
  Value* zeros = full(rewriter, node.output()->sizes(), SymInt(0),
                      node.output()->dtype());
  return {rewriter.call("aten::diagonal_scatter",
                        {zeros, node.tensor("self"), node.sym_int("offset"),
                         node.sym_int("dim1"), node.sym_int("dim2")})};
}

/// The diagonal of a matrix is every (columns + 1)-th element; `wrap` goes on
/// below the square part of a tall one. More dimensions have all one size.
std::vector<Value*> decompose_fill_diagonal(Rewriter& rewriter,
                                            const Node& node) {
  Value* self = node.tensor("self");
  const std::vector<int64_t> sizes = static_sizes_of(rewriter, self);
  if (sizes.size() < 2) {
    return rewriter.refuse("has less than 2 dimensions");
  }
  int64_t step = 0;
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0; stride *= sizes[i]) {
    step += stride;
  }
  const bool wraps = node.bool_value("wrap") && sizes.size() == 2;
  const int64_t count = *std::ranges::min_element(sizes);
  std::vector<int64_t> places;
  for (int64_t at = 0; at < stride; at += step) {
    if (wraps || static_cast<int64_t>(places.size()) < count) {
      places.push_back(at);
    }
  }
  Value* line = view(rewriter, self, {SymInt(stride)});
  Value* index = constant(rewriter, places, {sym(places.size())});
  Value* filled = rewriter.call(
      "aten::index_put",
      {line, std::vector<Value*>{index},
       full(rewriter, {}, node.arg("fill_value"), self->dtype()), false});
  return {view(rewriter, filled, self->sizes())};
}

std::vector<Value*> decompose_diagflat(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  Value* zeros = full(rewriter, node.output()->sizes(), SymInt(0),
                      node.output()->dtype());
  return {rewriter.call("aten::diagonal_scatter",
                        {zeros, view(rewriter, self, {numel_of(self->sizes())}),
                         node.sym_int("offset")})};
}

std::vector<Value*> decompose_diag(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  if (self->sizes().size() == 2) {
    return {rewriter.call("aten::diagonal_copy",
                          {self, node.sym_int("diagonal")})};
  }
  Value* zeros = full(rewriter, node.output()->sizes(), SymInt(0),
                      node.output()->dtype());
  return {rewriter.call("aten::diagonal_scatter",
                        {zeros, self, node.sym_int("diagonal")})};
}

std::vector<Value*> decompose_block_diag(Rewriter& rewriter,
                                         const Node& node) {
  const auto& tensors = std::get<std::vector<Value*>>(node.arg("tensors"));
  const Sizes& sizes = node.output()->sizes();
  const ScalarType dtype = node.output()->dtype();
  std::vector<Value*> rows;
  SymInt before(0);
  for (Value* tensor : tensors) {
    const Sizes& own = tensor->sizes();
    const SymInt height = own.size() == 2 ? own[0] : SymInt(1);
    const SymInt width = own.empty() ? SymInt(1) : own.back();
    Value* block = view(rewriter, cast(rewriter, tensor, dtype),
                        {height, width});
    rows.push_back(rewriter.call(
        "aten::constant_pad_nd",
        {block, Sizes{before, sizes[1] - before - width}}));
    before = before + width;
  }
  return {rows.size() == 1 ? rows[0]
                           : rewriter.call("aten::cat", {rows, SymInt(0)})};
}

std::vector<Value*> decompose_one_hot(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const Sizes& sizes = node.output()->sizes();
  const auto classes = sizes.back().constant();
  if (!classes) {
    return rewriter.refuse("num_classes is not constant");
  }
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < *classes; ++i) {
    numbers.push_back(i);
  }
  Sizes column = self->sizes();
  column.emplace_back(1);
  Value* hits = rewriter.call(
      "aten::eq.Tensor", {view(rewriter, self, column),
                          constant(rewriter, numbers, {sizes.back()})});
  return {cast(rewriter, hits, ScalarType::Long)};
}

/// Indices of the smaller types are widened; int64 stays as it is.
std::vector<Value*> decompose_long_index(Rewriter& rewriter, const Node& node) {
  const auto at = node.op().schema.param_index("index");
  std::vector<Argument> args = node.args();
  Value* index = std::get<Value*>(args[*at]);
  if (index->dtype() == ScalarType::Long) {
    return {};
  }
  args[*at] = cast(rewriter, index, ScalarType::Long);
  return rewriter.call_all(node.op().schema.qualified_name(), std::move(args));
}

}  // namespace executorch::exir::decompositions
