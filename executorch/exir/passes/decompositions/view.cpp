#include <executorch/exir/passes/decompositions/util.h>
#include <executorch/ops/sizes.h>
#include <fmt/format.h>

#include <functional>
#include <numeric>

namespace executorch::exir::decompositions {
namespace {

/// The node as the operator of the same arguments that copies.
std::vector<Value*> as_copy(Rewriter& rewriter, const Node& node,
                            std::string_view op) {
  return {rewriter.call(op, node.args())};
}

std::vector<Value*> swap_dims(Rewriter& rewriter, const Node& node,
                              int64_t dim0, int64_t dim1) {
  Value* self = node.tensor("self");
  const size_t rank = self->sizes().size();
  const auto first = ops::normalize_axis(dim0, rank);
  const auto second = ops::normalize_axis(dim1, rank);
  if (!first || !second) {
    return rewriter.refuse(fmt::format(
        "dimensions {} and {} of a tensor of {}", dim0, dim1, rank));
  }
  std::vector<SymInt> dims;
  for (size_t i = 0; i < rank; ++i) {
    const size_t from = i == *first ? *second : i == *second ? *first : i;
    dims.emplace_back(static_cast<int64_t>(from));
  }
  return rank == 0 ? std::vector<Value*>{self}
                   : std::vector<Value*>{rewriter.call(
                         "aten::permute_copy", {self, std::move(dims)})};
}

/// Dimension source[i] becomes destination[i]; the others keep their order.
std::vector<Value*> move_dims(Rewriter& rewriter, const Node& node,
                              const Sizes& source, const Sizes& destination) {
  Value* self = node.tensor("self");
  const size_t rank = self->sizes().size();
  if (rank == 0) {
    return {self};
  }
  std::vector<size_t> dims(rank, rank);
  std::vector<bool> moved(rank, false);
  for (size_t i = 0; i < source.size() && i < destination.size(); ++i) {
    const size_t from =
        axis_of(rewriter, source[i].constant().value_or(0), self);
    dims[axis_of(rewriter, destination[i].constant().value_or(0), self)] = from;
    moved[from] = true;
  }
  size_t next = 0;
  for (size_t& dim : dims) {
    if (dim == rank) {
      while (next < rank && moved[next]) {
        ++next;
      }
      dim = next++;
    }
  }
  return {permute(rewriter, self, dims)};
}

}  // namespace

std::vector<Value*> decompose_view(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::view_copy");
}

std::vector<Value*> decompose_reshape_like_export(Rewriter& rewriter,
                                                  const Node& node) {
  return {rewriter.call("aten::view_copy",
                        {node.tensor("self"), node.output()->sizes()})};
}

std::vector<Value*> decompose_reshape_each_like_export(Rewriter& rewriter,
                                                       const Node& node) {
  const auto& tensors = std::get<std::vector<Value*>>(node.arg("tensors"));
  std::vector<Value*> results;
  for (size_t i = 0; i < tensors.size(); ++i) {
    results.push_back(view(rewriter, tensors[i], node.output(i)->sizes()));
  }
  return results;
}

std::vector<Value*> decompose_expand_like_export(Rewriter& rewriter,
                                                 const Node& node) {
  return {expand(rewriter, node.tensor("self"), node.output()->sizes())};
}

std::vector<Value*> decompose_reverse_dims(Rewriter& rewriter,
                                           const Node& node) {
  Value* self = node.tensor("self");
  std::vector<size_t> dims(self->sizes().size());
  std::iota(dims.rbegin(), dims.rend(), size_t{0});
  return {permute(rewriter, self, dims)};
}

std::vector<Value*> decompose_swap_last_dims(Rewriter& rewriter,
                                             const Node& node) {
  return node.tensor("self")->sizes().empty()
             ? std::vector<Value*>{node.tensor("self")}
             : swap_dims(rewriter, node, -2, -1);
}

std::vector<Value*> decompose_swapaxes(Rewriter& rewriter, const Node& node) {
  return swap_dims(rewriter, node, node.int_value("axis0"),
                   node.int_value("axis1"));
}

std::vector<Value*> decompose_movedim(Rewriter& rewriter, const Node& node) {
  return move_dims(rewriter, node, {node.sym_int("source")},
                   {node.sym_int("destination")});
}

std::vector<Value*> decompose_movedim_list(Rewriter& rewriter,
                                           const Node& node) {
  return move_dims(rewriter, node, node.ints("source"),
                   node.ints("destination"));
}

std::vector<Value*> decompose_narrow(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const size_t axis = axis_of(rewriter, node.int_value("dim"), self);
  if (rewriter.error()) {
    return {};
  }
  SymInt start = node.sym_int("start");
  if (start.constant().value_or(0) < 0) {
    start = start + self->sizes()[axis];
  }
  return {slice(rewriter, self, axis, start, start + node.sym_int("length"))};
}

std::vector<Value*> decompose_permute(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::permute_copy");
}

std::vector<Value*> decompose_transpose(Rewriter& rewriter, const Node& node) {
  return swap_dims(rewriter, node, node.int_value("dim0"),
                   node.int_value("dim1"));
}

std::vector<Value*> decompose_t(Rewriter& rewriter, const Node& node) {
  return node.tensor("self")->sizes().size() < 2
             ? std::vector<Value*>{node.tensor("self")}
             : swap_dims(rewriter, node, 0, 1);
}

std::vector<Value*> decompose_expand(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::expand_copy");
}

std::vector<Value*> decompose_slice(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::slice_copy.Tensor");
}

std::vector<Value*> decompose_select(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::select_copy.int");
}

std::vector<Value*> decompose_contiguous(Rewriter& rewriter,
                                         const Node& node) {
  if (std::get<MemoryFormat>(node.arg("memory_format")) !=
      MemoryFormat::Contiguous) {
    return rewriter.refuse(
        "found a memory format that is not contiguous, expected contiguous");
  }
  return {node.tensor("self")};
}

std::vector<Value*> decompose_as_default_order(Rewriter& rewriter,
                                               const Node& node) {
  Value* self = node.tensor("self");
  std::vector<SymInt> dim_order;
  for (size_t i = 0; i < self->sizes().size(); ++i) {
    dim_order.emplace_back(static_cast<int64_t>(i));
  }
  return {rewriter.call("dim_order_ops::_clone_dim_order",
                        {self, false, std::move(dim_order)})};
}

std::vector<Value*> decompose_to_like_export(Rewriter& rewriter,
                                             const Node& node) {
  return {cast(rewriter, node.tensor("self"), node.output()->dtype())};
}

std::vector<Value*> decompose_to_dtype(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const auto dtype = std::get<ScalarType>(node.arg("dtype"));
  return {self->dtype() == dtype && !node.bool_value("copy")
              ? self
              : rewriter.call("aten::_to_copy", {self, dtype})};
}

std::vector<Value*> decompose_as_strided(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::as_strided_copy");
}

std::vector<Value*> decompose_unfold(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::unfold_copy");
}

std::vector<Value*> decompose_narrow_copy(Rewriter& rewriter,
                                          const Node& node) {
  Value* self = node.tensor("self");
  const size_t axis = axis_of(rewriter, node.int_value("dim"), self);
  SymInt start = node.sym_int("start");
  const auto known = start.constant();
  if (known && *known < 0) {
    start = start + SymInt(size_of(rewriter, self, axis));
  }
  return {slice(rewriter, self, axis, start, start + node.sym_int("length"))};
}

std::vector<Value*> decompose_fliplr(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::flip", {node.tensor("self"), Sizes{SymInt(1)}})};
}

std::vector<Value*> decompose_flipud(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::flip", {node.tensor("self"), Sizes{SymInt(0)}})};
}

/// Quarter turns in the plane of two dimensions.
std::vector<Value*> decompose_rot90(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const Sizes& dims = node.ints("dims");
  const size_t rank = self->sizes().size();
  if (dims.size() != 2 || rank < 2) {
    return rewriter.refuse("expected two dimensions to turn");
  }
  const size_t first =
      axis_of(rewriter, dims[0].constant().value_or(0), self);
  const size_t second =
      axis_of(rewriter, dims[1].constant().value_or(0), self);
  const int64_t turns = ((node.int_value("k") % 4) + 4) % 4;
  if (turns == 0) {
    return {rewriter.call("aten::clone", {self})};
  }
  if (turns == 2) {
    return {rewriter.call("aten::flip",
                          {self, Sizes{sym(first), sym(second)}})};
  }
  Value* flipped = rewriter.call(
      "aten::flip", {self, Sizes{sym(turns == 1 ? second : first)}});
  std::vector<size_t> order;
  for (size_t i = 0; i < rank; ++i) {
    order.push_back(i == first ? second : i == second ? first : i);
  }
  return {permute(rewriter, flipped, order)};
}

std::vector<Value*> decompose_tile(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  Sizes dims = node.ints("dims");
  const size_t rank = self->sizes().size();
  if (dims.size() < rank) {
    dims.insert(dims.begin(), rank - dims.size(), SymInt(1));
  }
  return {rewriter.call("aten::repeat", {self, dims})};
}

/// Each element, or part along `dim`, `repeats` times.
std::vector<Value*> decompose_repeat_interleave(Rewriter& rewriter,
                                                const Node& node) {
  Value* self = node.tensor("self");
  const SymInt repeats = node.sym_int("repeats");
  if (node.is_none("dim") || self->sizes().empty()) {
    self = view(rewriter, self, {numel_of(self->sizes())});
  }
  const size_t axis =
      node.is_none("dim") ? 0 : axis_of(rewriter, node.int_value("dim"), self);
  Sizes sizes = self->sizes();
  sizes.insert(sizes.begin() + static_cast<ptrdiff_t>(axis) + 1, SymInt(1));
  Value* column = view(rewriter, self, sizes);
  sizes[axis + 1] = repeats;
  return {view(rewriter, expand(rewriter, column, sizes),
               node.output()->sizes())};
}

/// Each part along `dim` as often as its entry of `repeats` says.
std::vector<Value*> decompose_repeat_interleave_by(Rewriter& rewriter,
                                                   const Node& node) {
  Value* self = node.tensor("self");
  if (node.is_none("dim") || self->sizes().empty()) {
    self = view(rewriter, self, {numel_of(self->sizes())});
  }
  const size_t axis =
      node.is_none("dim") ? 0 : axis_of(rewriter, node.int_value("dim"), self);
  Value* repeats = node.tensor("repeats");
  if (numel_of(repeats->sizes()) == SymInt(1)) {
    repeats = expand(rewriter, view(rewriter, repeats, {SymInt(1)}),
                     {self->sizes()[axis]});
  }
  const SymInt total = node.output()->sizes()[axis];
  Value* places =
      total.is_constant()
          ? rewriter.call("aten::repeat_interleave.Tensor", {repeats, total})
          : rewriter
                .call_with_specs("aten::repeat_interleave.Tensor",
                                 {repeats, std::monostate{}},
                                 {TensorSpec{repeats->dtype(), {total}}})
                .front();
  return {rewriter.call("aten::index_select", {self, sym(axis), places})};
}

/// All choices of r elements of a 1-d tensor, in index order.
std::vector<Value*> decompose_combinations(Rewriter& rewriter,
                                           const Node& node) {
  Value* self = node.tensor("self");
  const int64_t n = size_of(rewriter, self, 0);
  const auto r = static_cast<size_t>(node.int_value("r"));
  const int64_t step = node.bool_value("with_replacement") ? 0 : 1;
  constexpr size_t kMaxPlaces = 1 << 20;
  std::vector<int64_t> places;
  std::vector<int64_t> choice;
  const std::function<void(int64_t)> choose = [&](int64_t from) {
    if (places.size() > kMaxPlaces) {
      return;
    }
    if (choice.size() == r) {
      places.insert(places.end(), choice.begin(), choice.end());
      return;
    }
    for (int64_t i = from; i < n; ++i) {
      choice.push_back(i);
      choose(i + step);
      choice.pop_back();
    }
  };
  choose(0);
  if (r == 0 || places.size() > kMaxPlaces) {
    return rewriter.refuse("has too many combinations");
  }
  const Sizes line{sym(places.size())};
  Value* chosen = rewriter.call(
      "aten::index_select",
      {self, SymInt(0), constant(rewriter, places, line)});
  return {view(rewriter, chosen, {sym(places.size() / r), sym(r)})};
}

std::vector<Value*> decompose_squeeze_copy(Rewriter& rewriter,
                                           const Node& node) {
  return decompose_reshape_like_export(rewriter, node);
}

}  // namespace executorch::exir::decompositions
