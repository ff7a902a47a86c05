#include <executorch/exir/passes/decompositions/util.h>
#include <executorch/ops/sizes.h>
#include <fmt/format.h>

/// \file
/// Operators whose result is a list of tensors: one value for each of them.
namespace executorch::exir::decompositions {
namespace {

/// Consecutive parts along `axis` as long as the node's outputs are.
std::vector<Value*> split_as_outputs(Rewriter& rewriter, const Node& node,
                                     size_t axis) {
  Value* self = node.tensor("self");
  if (self->sizes().empty()) {
    return rewriter.refuse("splits a 0-d tensor");
  }
  std::vector<Value*> parts;
  SymInt start(0);
  for (const Value* output : node.outputs()) {
    const SymInt end = start + output->sizes()[axis];
    parts.push_back(slice(rewriter, self, axis, start, end));
    start = end;
  }
  return parts;
}

std::vector<Value*> tensors_of(const Node& node) {
  return std::get<std::vector<Value*>>(node.arg("tensors"));
}

/// Sizes that all tensors broadcast to.
Sizes common_sizes(Rewriter& rewriter, const std::vector<Value*>& tensors) {
  Sizes sizes;
  for (const Value* tensor : tensors) {
    const Sizes& own = tensor->sizes();
    if (own.size() > sizes.size()) {
      sizes.insert(sizes.begin(), own.size() - sizes.size(), SymInt(1));
    }
    const size_t lead = sizes.size() - own.size();
    for (size_t i = 0; i < own.size(); ++i) {
      SymInt& size = sizes[lead + i];
      if (size == SymInt(1)) {
        size = own[i];
      } else if (!(own[i] == SymInt(1)) && !(own[i] == size)) {
        rewriter.refuse("sizes do not broadcast");
      }
    }
  }
  return sizes;
}

/// `x` with at least `rank` dimensions, new ones in front.
Value* at_least(Rewriter& rewriter, Value* x, size_t rank) {
  Sizes sizes = x->sizes();
  if (sizes.size() < rank) {
    sizes.insert(sizes.begin(), rank - sizes.size(), SymInt(1));
  }
  return view(rewriter, x, std::move(sizes));
}

Value* join(Rewriter& rewriter, const std::vector<Value*>& parts, size_t axis) {
  return parts.size() == 1 ? parts[0]
                           : rewriter.call("aten::cat", {parts, sym(axis)});
}

/// Axis j of the grid is the only one along which tensor j changes.
std::vector<Value*> grids(Rewriter& rewriter, const std::vector<Value*>& lines,
                          bool swaps) {
  Sizes sizes;
  for (const Value* line : lines) {
    sizes.push_back(line->sizes().empty() ? SymInt(1) : line->sizes()[0]);
  }
  const auto axis_at = [&](size_t i) {
    return swaps && i < 2 && lines.size() > 1 ? 1 - i : i;
  };
  Sizes grid(sizes.size(), SymInt(1));
  for (size_t i = 0; i < lines.size(); ++i) {
    grid[axis_at(i)] = sizes[i];
  }
  std::vector<Value*> out;
  for (size_t i = 0; i < lines.size(); ++i) {
    Sizes own(sizes.size(), SymInt(1));
    own[axis_at(i)] = sizes[i];
    out.push_back(expand(rewriter, view(rewriter, lines[i], own), grid));
  }
  return out;
}

}  // namespace

std::vector<Value*> decompose_split(Rewriter& rewriter, const Node& node) {
  return split_as_outputs(
      rewriter, node,
      axis_of(rewriter, node.int_value("dim"), node.tensor("self")));
}

/// Splits at places that the program computes: those of a 1-d tensor, or as
/// many sections as a 0-d one says, which the export has fixed.
std::vector<Value*> decompose_split_at_tensor(Rewriter& rewriter,
                                              const Node& node) {
  Value* self = node.tensor("self");
  Value* places = node.tensor("tensor_indices_or_sections");
  const size_t axis = axis_of(rewriter, node.int_value("dim"), self);
  if (places->sizes().empty()) {
    return rewriter.refuse("the number of sections is data of the program");
  }
  if (self->sizes().empty() ||
      size_of(rewriter, places, 0) + 1 !=
          static_cast<int64_t>(node.outputs().size())) {
    return rewriter.refuse("splits into another number of parts");
  }
  std::vector<Value*> parts;
  SymInt start(0);
  for (size_t i = 0; i < node.outputs().size(); ++i) {
    SymInt end(INT64_MAX);
    if (i + 1 < node.outputs().size()) {
      const std::string name =
          fmt::format("{} place {}", node.output()->name, i);
      end = SymInt::symbol(name, {});
      rewriter.call_with_specs(
          "aten::_local_scalar_dense",
          {rewriter.call("aten::select_copy.int", {places, SymInt(0), sym(i)})},
          {ScalarSpec{ScalarSpec::Kind::kInt, end, 0}});
    }
    const auto part = rewriter.call_with_specs(
        "aten::slice_copy.Tensor", {self, sym(axis), start, end, SymInt(1)},
        {node.output(i)->spec});
    if (rewriter.error()) {
      return {};
    }
    parts.push_back(part.front());
    start = end;
  }
  return parts;
}

std::vector<Value*> decompose_hsplit(Rewriter& rewriter, const Node& node) {
  const size_t rank = node.tensor("self")->sizes().size();
  return split_as_outputs(rewriter, node, rank == 1 ? 0 : 1);
}

std::vector<Value*> decompose_vsplit(Rewriter& rewriter, const Node& node) {
  return split_as_outputs(rewriter, node, 0);
}

std::vector<Value*> decompose_dsplit(Rewriter& rewriter, const Node& node) {
  return split_as_outputs(rewriter, node, 2);
}

std::vector<Value*> decompose_unbind(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const SymInt dim = sym(axis_of(rewriter, node.int_value("dim"), self));
  std::vector<Value*> parts;
  for (size_t i = 0; i < node.outputs().size(); ++i) {
    parts.push_back(
        rewriter.call("aten::select_copy.int", {self, dim, sym(i)}));
  }
  return parts;
}

/// The columns of nonzero, whose number of rows the export names.
std::vector<Value*> decompose_nonzero_numpy(Rewriter& rewriter,
                                            const Node& node) {
  Value* self = node.tensor("self");
  if (self->sizes().empty()) {
    self = view(rewriter, self, {SymInt(1)});
  }
  const size_t rank = self->sizes().size();
  if (node.outputs().size() != rank) {
    return rewriter.refuse("has another number of results than dimensions");
  }
  Value* rows =
      rewriter
          .call_with_specs("aten::nonzero", {self},
                           {TensorSpec{ScalarType::Long,
                                       {node.output()->sizes()[0], sym(rank)}}})
          .front();
  std::vector<Value*> columns;
  for (size_t i = 0; i < rank; ++i) {
    columns.push_back(
        rewriter.call("aten::select_copy.int", {rows, SymInt(1), sym(i)}));
  }
  return columns;
}

std::vector<Value*> decompose_broadcast_tensors(Rewriter& rewriter,
                                                const Node& node) {
  std::vector<Value*> tensors = tensors_of(node);
  const Sizes sizes = common_sizes(rewriter, tensors);
  for (Value*& tensor : tensors) {
    tensor = expand(rewriter, tensor, sizes);
  }
  return tensors;
}

std::vector<Value*> decompose_meshgrid(Rewriter& rewriter, const Node& node) {
  const bool swaps = node.op().schema.param_index("indexing") &&
                     std::get<std::string>(node.arg("indexing")) == "xy";
  return grids(rewriter, tensors_of(node), swaps);
}

std::vector<Value*> decompose_cartesian_prod(Rewriter& rewriter,
                                             const Node& node) {
  const std::vector<Value*> lines = tensors_of(node);
  if (lines.size() == 1) {
    return lines;
  }
  std::vector<Value*> columns;
  for (Value* grid : grids(rewriter, lines, false)) {
    columns.push_back(
        view(rewriter, grid, {numel_of(grid->sizes()), SymInt(1)}));
  }
  return {join(rewriter, columns, 1)};
}

std::vector<Value*> decompose_hstack(Rewriter& rewriter, const Node& node) {
  std::vector<Value*> tensors = tensors_of(node);
  size_t rank = 1;
  for (Value*& tensor : tensors) {
    tensor = at_least(rewriter, tensor, 1);
    rank = tensor->sizes().size();
  }
  return {join(rewriter, tensors, rank == 1 ? 0 : 1)};
}

std::vector<Value*> decompose_vstack(Rewriter& rewriter, const Node& node) {
  std::vector<Value*> tensors = tensors_of(node);
  for (Value*& tensor : tensors) {
    tensor = at_least(rewriter, tensor, 2);
  }
  return {join(rewriter, tensors, 0)};
}

std::vector<Value*> decompose_dstack(Rewriter& rewriter, const Node& node) {
  std::vector<Value*> tensors = tensors_of(node);
  for (Value*& tensor : tensors) {
    tensor = at_least(rewriter, tensor, 2);
    Sizes sizes = tensor->sizes();
    if (sizes.size() == 2) {
      sizes.emplace_back(1);
    }
    tensor = view(rewriter, tensor, std::move(sizes));
  }
  return {join(rewriter, tensors, 2)};
}

std::vector<Value*> decompose_column_stack(Rewriter& rewriter,
                                           const Node& node) {
  std::vector<Value*> tensors = tensors_of(node);
  for (Value*& tensor : tensors) {
    if (tensor->sizes().size() < 2) {
      tensor = view(rewriter, tensor,
                    {numel_of(tensor->sizes()), SymInt(1)});
    }
  }
  return {join(rewriter, tensors, 1)};
}

/// Each tensor is padded with zeros to whole chunks along `dim`, which become
/// a new axis; what is behind it is one row.
std::vector<Value*> decompose_chunk_cat(Rewriter& rewriter, const Node& node) {
  const int64_t chunks = node.int_value("num_chunks");
  std::vector<Value*> parts;
  size_t axis = 0;
  for (Value* tensor : tensors_of(node)) {
    axis = axis_of(rewriter, node.int_value("dim"), tensor);
    const size_t rank = tensor->sizes().size();
    const int64_t size = size_of(rewriter, tensor, axis);
    const int64_t missing = (chunks - size % chunks) % chunks;
    if (missing != 0) {
      Sizes padding(2 * (rank - axis), SymInt(0));
      padding.back() = SymInt(missing);
      tensor = rewriter.call("aten::constant_pad_nd", {tensor, padding});
    }
    const Sizes& padded = tensor->sizes();
    Sizes sizes(padded.begin(), padded.begin() + static_cast<ptrdiff_t>(axis));
    SymInt rest((size + missing) / chunks);
    for (size_t i = axis + 1; i < padded.size(); ++i) {
      rest = rest * padded[i];
    }
    sizes.emplace_back(chunks);
    sizes.push_back(rest);
    parts.push_back(view(rewriter, tensor, std::move(sizes)));
  }
  return {join(rewriter, parts, axis + 1)};
}

namespace {

/// Central differences of one axis, with one-sided ones at both ends.
Value* differences(Rewriter& rewriter, Value* x, size_t axis, double step,
                   int64_t edge_order) {
  const int64_t n = size_of(rewriter, x, axis);
  if (n < edge_order + 1) {
    rewriter.refuse("has too few elements along the dimension");
    return x;
  }
  const auto at = [&](int64_t i) {
    return slice(rewriter, x, axis, SymInt(i), SymInt(i + 1));
  };
  const auto range = [&](int64_t i) {
    return slice(rewriter, x, axis, SymInt(i), SymInt(i + n - 2));
  };
  const auto apart = [&](Value* a, Value* b, double by) {
    Value* d = rewriter.call("aten::sub.Tensor", {a, b});
    return rewriter.call("aten::div.Scalar", {d, by});
  };
  const auto second_order = [&](int64_t a, int64_t b, int64_t c, double sign) {
    Value* sum = rewriter.call("aten::mul.Scalar", {at(a), -1.5 * sign});
    sum = rewriter.call("aten::add.Tensor", {sum, at(b), 2 * sign});
    sum = rewriter.call("aten::add.Tensor", {sum, at(c), -0.5 * sign});
    return rewriter.call("aten::div.Scalar", {sum, step});
  };
  std::vector<Value*> parts;
  parts.push_back(edge_order == 1 ? apart(at(1), at(0), step)
                                  : second_order(0, 1, 2, 1));
  if (n > 2) {
    parts.push_back(apart(range(2), range(0), 2 * step));
  }
  parts.push_back(edge_order == 1 ? apart(at(n - 1), at(n - 2), step)
                                  : second_order(n - 1, n - 2, n - 3, -1));
  return rewriter.call("aten::cat", {parts, sym(axis)});
}

/// The same with the places of the elements in a 1-d tensor: a weighted mean
/// of both one-sided differences inside.
Value* differences_at(Rewriter& rewriter, Value* x, size_t axis, Value* places,
                      int64_t edge_order) {
  const int64_t n = size_of(rewriter, x, axis);
  if (edge_order != 1 || n < 2) {
    rewriter.refuse("edge_order is 2 with a tensor of places");
    return x;
  }
  Sizes line(x->sizes().size() - axis, SymInt(1));
  line[0] = SymInt(n);
  places = view(rewriter, to_real(rewriter, places), line);
  const auto steps = [&](Value* of, size_t along) {
    return rewriter.call(
        "aten::sub.Tensor",
        {slice(rewriter, of, along, SymInt(1), SymInt(n)),
         slice(rewriter, of, along, SymInt(0), SymInt(n - 1))});
  };
  Value* widths = steps(places, 0);
  Value* slopes = rewriter.call("aten::div.Tensor", {steps(x, axis), widths});
  const auto cut = [&](Value* of, size_t along, int64_t a, int64_t b) {
    return slice(rewriter, of, along, SymInt(a), SymInt(b));
  };
  std::vector<Value*> parts{cut(slopes, axis, 0, 1)};
  if (n > 2) {
    Value* before = cut(widths, 0, 0, n - 2);
    Value* after = cut(widths, 0, 1, n - 1);
    Value* left = rewriter.call("aten::mul.Tensor",
                                {cut(slopes, axis, 0, n - 2), after});
    Value* right = rewriter.call("aten::mul.Tensor",
                                 {cut(slopes, axis, 1, n - 1), before});
    parts.push_back(rewriter.call(
        "aten::div.Tensor",
        {rewriter.call("aten::add.Tensor", {left, right}),
         rewriter.call("aten::add.Tensor", {before, after})}));
  }
  parts.push_back(cut(slopes, axis, n - 2, n - 1));
  return rewriter.call("aten::cat", {parts, sym(axis)});
}

/// A number or a list of numbers.
std::vector<double> numbers_of(Rewriter& rewriter,
                               const Argument& argument) {
  std::vector<double> numbers;
  if (const auto* list = std::get_if<std::vector<double>>(&argument)) {
    numbers = *list;
  } else if (const auto* ints = std::get_if<std::vector<SymInt>>(&argument)) {
    for (const SymInt& item : *ints) {
      numbers.push_back(static_cast<double>(constant_of(rewriter, item)));
    }
  } else if (const auto* one = std::get_if<double>(&argument)) {
    numbers.push_back(*one);
  } else if (const auto* integer = std::get_if<SymInt>(&argument)) {
    numbers.push_back(static_cast<double>(constant_of(rewriter, *integer)));
  }
  return numbers;
}

/// Axes of a gradient: `dim`, which is None, one or several.
std::vector<size_t> gradient_axes(Rewriter& rewriter, const Node& node,
                                  const Value* self) {
  std::vector<size_t> axes;
  const Argument& dim = node.arg("dim");
  if (const auto* one = std::get_if<SymInt>(&dim)) {
    axes.push_back(axis_of(rewriter, one->constant().value_or(0), self));
  } else if (const auto* list = std::get_if<std::vector<SymInt>>(&dim)) {
    for (const SymInt& item : *list) {
      axes.push_back(axis_of(rewriter, item.constant().value_or(0), self));
    }
  } else {
    for (size_t i = 0; i < self->sizes().size(); ++i) {
      axes.push_back(i);
    }
  }
  return axes;
}

}  // namespace

std::vector<Value*> decompose_gradient(Rewriter& rewriter, const Node& node) {
  Value* self = to_real(rewriter, node.tensor("self"));
  const bool has_step = node.op().schema.param_index("spacing") &&
                        !node.is_none("spacing");
  const std::vector<double> steps =
      has_step ? numbers_of(rewriter, node.arg("spacing"))
               : std::vector<double>{1};
  std::vector<Value*> out;
  for (const size_t axis : gradient_axes(rewriter, node, self)) {
    if (steps.size() != 1 && out.size() >= steps.size()) {
      return rewriter.refuse("has fewer spacings than dimensions");
    }
    out.push_back(differences(rewriter, self, axis,
                              steps.size() == 1 ? steps[0] : steps[out.size()],
                              node.int_value("edge_order")));
  }
  return out;
}

std::vector<Value*> decompose_gradient_at(Rewriter& rewriter,
                                          const Node& node) {
  Value* self = to_real(rewriter, node.tensor("self"));
  const auto& places = std::get<std::vector<Value*>>(node.arg("spacing"));
  std::vector<Value*> out;
  size_t i = 0;
  for (const size_t axis : gradient_axes(rewriter, node, self)) {
    if (i == places.size()) {
      return rewriter.refuse("has fewer tensors of places than dimensions");
    }
    out.push_back(differences_at(rewriter, self, axis, places[i++],
                                 node.int_value("edge_order")));
  }
  return out;
}

}  // namespace executorch::exir::decompositions
