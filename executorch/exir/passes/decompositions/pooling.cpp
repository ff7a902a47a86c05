#include <executorch/exir/passes/decompositions/util.h>
#include <executorch/ops/shape_rules.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir::decompositions {
namespace {

bool all_ones(const Sizes& sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](const SymInt& size) { return size == SymInt(1); });
}

/// [*, L] as [*, 1, L], the form of 2-d operators.
Value* as_plane(Rewriter& rewriter, Value* x) {
  Sizes sizes = x->sizes();
  sizes.insert(sizes.end() - 1, SymInt(1));
  return view(rewriter, x, std::move(sizes));
}

/// Results of a 2-d operator in the sizes of the node's outputs.
std::vector<Value*> as_lines(Rewriter& rewriter, const Node& node,
                             std::vector<Value*> values) {
  values.resize(std::min(values.size(), node.outputs().size()));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = view(rewriter, values[i], node.output(i)->sizes());
  }
  return values;
}

/// A list of one number as that of a 2-d operator.
Sizes widen(const Node& node, std::string_view name, int64_t first) {
  Sizes list = node.ints(name);
  if (!list.empty()) {
    list.insert(list.begin(), SymInt(first));
  }
  return list;
}

/// The first results of the operator that also gives indices.
std::vector<Value*> values_of(Rewriter& rewriter, const Node& node,
                              std::string_view op) {
  return {rewriter.call_all(op, node.args()).front()};
}

/// Sizes of a resampling's result after the first two.
Sizes spatial(const Node& node) {
  const Sizes& sizes = node.output()->sizes();
  return {sizes.begin() + std::min<ptrdiff_t>(2, std::ssize(sizes)),
          sizes.end()};
}

std::vector<double> factors_of(const Node& node) {
  if (!node.op().schema.param_index("scale_factors") ||
      node.is_none("scale_factors")) {
    return {};
  }
  return std::get<std::vector<double>>(node.arg("scale_factors"));
}

std::vector<Value*> nearest(Rewriter& rewriter, const Node& node, bool exact) {
  Value* x = node.tensor("input");
  const Sizes sizes = spatial(node);
  const std::vector<double> factors = factors_of(node);
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t in = size_of(rewriter, x, 2 + i);
    const auto out = sizes[i].constant();
    if (!out || in < 1) {
      return rewriter.refuse("sizes are not constant");
    }
    std::vector<int64_t> places;
    for (int64_t at = 0; at < *out; ++at) {
      places.push_back(ops::nearest_source(
          at, in, *out, i < factors.size() ? factors[i] : 0, exact));
    }
    x = rewriter.call(
        "aten::index_select",
        {x, sym(2 + i), constant(rewriter, places, {SymInt(*out)})});
  }
  return {x};
}

/// Pads a dimension with what is at its other end. Negative padding cuts.
Value* wrapped(Rewriter& rewriter, Value* x, size_t axis, const SymInt& before,
               const SymInt& after) {
  const SymInt size = x->sizes()[axis];
  const int64_t left = constant_of(rewriter, before);
  const int64_t right = constant_of(rewriter, after);
  const SymInt last = right < 0 ? size + SymInt(right) : size;
  if (left < 0 || right < 0) {
    x = slice(rewriter, x, axis, SymInt(std::max<int64_t>(-left, 0)), last);
  }
  const SymInt kept = x->sizes()[axis];
  std::vector<Value*> parts;
  if (left > 0) {
    parts.push_back(slice(rewriter, x, axis, kept - SymInt(left), kept));
  }
  parts.push_back(x);
  if (right > 0) {
    parts.push_back(slice(rewriter, x, axis, SymInt(0), SymInt(right)));
  }
  return parts.size() == 1 ? parts[0]
                           : rewriter.call("aten::cat", {parts, sym(axis)});
}

/// Puts the elements at their indices of each plane into zeros.
std::vector<Value*> unpool(Rewriter& rewriter, const Node& node, size_t dims) {
  Value* self = node.tensor("self");
  const Sizes& sizes = node.output()->sizes();
  if (sizes.size() < dims + 1 || self->sizes().size() != sizes.size()) {
    return rewriter.refuse("input has too few dimensions");
  }
  const auto tail = static_cast<ptrdiff_t>(dims);
  const SymInt planes = numel_of({sizes.begin(), sizes.end() - tail});
  const SymInt out = numel_of({sizes.end() - tail, sizes.end()});
  const Sizes& own = self->sizes();
  const SymInt in = numel_of({own.end() - tail, own.end()});
  Value* zeros = full(rewriter, {planes, out}, SymInt(0), self->dtype());
  Value* placed = rewriter.call(
      "aten::scatter.src",
      {zeros, SymInt(1), view(rewriter, node.tensor("indices"), {planes, in}),
       view(rewriter, self, {planes, in})});
  return {view(rewriter, placed, sizes)};
}

}  // namespace

std::vector<Value*> decompose_max_pool2d(Rewriter& rewriter,
                                         const Node& node) {
  return values_of(rewriter, node, "aten::max_pool2d_with_indices");
}

std::vector<Value*> decompose_max_pool3d(Rewriter& rewriter,
                                         const Node& node) {
  return values_of(rewriter, node, "aten::max_pool3d_with_indices");
}

std::vector<Value*> decompose_max_pool1d(Rewriter& rewriter,
                                         const Node& node) {
  return as_lines(
      rewriter, node,
      rewriter.call_all("aten::max_pool2d_with_indices",
                        {as_plane(rewriter, node.tensor("self")),
                         widen(node, "kernel_size", 1), widen(node, "stride", 1),
                         widen(node, "padding", 0), widen(node, "dilation", 1),
                         node.bool_value("ceil_mode")}));
}

std::vector<Value*> decompose_avg_pool1d(Rewriter& rewriter,
                                         const Node& node) {
  return as_lines(
      rewriter, node,
      {rewriter.call("aten::avg_pool2d",
                     {as_plane(rewriter, node.tensor("self")),
                      widen(node, "kernel_size", 1), widen(node, "stride", 1),
                      widen(node, "padding", 0), node.bool_value("ceil_mode"),
                      node.bool_value("count_include_pad")})});
}

std::vector<Value*> decompose_adaptive_avg_pool1d(Rewriter& rewriter,
                                                  const Node& node) {
  return as_lines(
      rewriter, node,
      {rewriter.call("aten::_adaptive_avg_pool2d",
                     {as_plane(rewriter, node.tensor("self")),
                      widen(node, "output_size", 1)})});
}

std::vector<Value*> decompose_adaptive_max_pool1d(Rewriter& rewriter,
                                                  const Node& node) {
  return as_lines(
      rewriter, node,
      rewriter.call_all("aten::adaptive_max_pool2d",
                        {as_plane(rewriter, node.tensor("self")),
                         widen(node, "output_size", 1)}));
}

std::vector<Value*> decompose_adaptive_avg_pool2d(Rewriter& rewriter,
                                                  const Node& node) {
  Value* self = node.tensor("self");
  const Sizes& output = node.ints("output_size");
  if (output.size() == 2 && all_ones(output)) {
    return {rewriter.call("aten::mean.dim",
                          {self, Sizes{SymInt(-1), SymInt(-2)}, true})};
  }
  return {rewriter.call("aten::_adaptive_avg_pool2d", {self, output})};
}

std::vector<Value*> decompose_adaptive_avg_pool3d(Rewriter& rewriter,
                                                  const Node& node) {
  return {rewriter.call("aten::_adaptive_avg_pool3d", node.args())};
}

std::vector<Value*> decompose_max_unpool2d(Rewriter& rewriter,
                                           const Node& node) {
  return unpool(rewriter, node, 2);
}

std::vector<Value*> decompose_max_unpool3d(Rewriter& rewriter,
                                           const Node& node) {
  return unpool(rewriter, node, 3);
}

std::vector<Value*> decompose_upsample_nearest(Rewriter& rewriter,
                                               const Node& node) {
  return nearest(rewriter, node, false);
}

std::vector<Value*> decompose_upsample_nearest_exact(Rewriter& rewriter,
                                                     const Node& node) {
  return nearest(rewriter, node, true);
}

std::vector<Value*> decompose_upsample_linear1d(Rewriter& rewriter,
                                                const Node& node) {
  const std::vector<double> factors = factors_of(node);
  Argument sizes = std::monostate{};
  Argument scales = std::monostate{};
  if (factors.empty()) {
    sizes = Sizes{SymInt(1), node.output()->sizes().back()};
  } else {
    scales = std::vector<double>{1.0, factors[0]};
  }
  return as_lines(
      rewriter, node,
      {rewriter.call("aten::upsample_bilinear2d.vec",
                     {as_plane(rewriter, node.tensor("input")), sizes,
                      node.bool_value("align_corners"), scales})});
}

std::vector<Value*> decompose_grid_sampler(Rewriter& rewriter,
                                           const Node& node) {
  return {rewriter.call(node.tensor("input")->sizes().size() == 5
                            ? "aten::grid_sampler_3d"
                            : "aten::grid_sampler_2d",
                        node.args())};
}

std::vector<Value*> decompose_channel_shuffle(Rewriter& rewriter,
                                              const Node& node) {
  Value* self = node.tensor("self");
  const Sizes sizes = self->sizes();
  if (sizes.size() < 3) {
    return rewriter.refuse("input has fewer than 3 dimensions");
  }
  const SymInt groups = node.sym_int("groups");
  const SymInt rest = numel_of({sizes.begin() + 2, sizes.end()});
  Value* split = view(rewriter, self,
                      {sizes[0], groups, floor_div(sizes[1], groups), rest});
  return {view(rewriter, permute(rewriter, split, {0, 2, 1, 3}), sizes)};
}

std::vector<Value*> decompose_pad(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const Sizes& padding = node.ints("pad");
  const auto& mode = std::get<std::string>(node.arg("mode"));
  const size_t dims = padding.size() / 2;
  if (mode == "constant") {
    const Argument value =
        node.is_none("value") ? Argument(SymInt(0)) : node.arg("value");
    return {rewriter.call("aten::constant_pad_nd", {self, padding, value})};
  }
  if (mode == "circular") {
    for (size_t i = 0; i < dims && i < self->sizes().size(); ++i) {
      self = wrapped(rewriter, self, self->sizes().size() - 1 - i,
                     padding[2 * i], padding[2 * i + 1]);
    }
    return {self};
  }
  if (dims < 1 || dims > 3) {
    return rewriter.refuse(
        fmt::format("pads {} dimensions, expected 1 to 3", dims));
  }
  return {rewriter.call(
      fmt::format("aten::{}_pad{}d",
                  mode == "reflect" ? "reflection" : "replication", dims),
      {self, padding})};
}

/// Sizes as the export states them, and the factors only where it has them.
std::vector<Value*> decompose_upsample_aa(Rewriter& rewriter,
                                          const Node& node) {
  const Sizes& sizes = node.output()->sizes();
  const auto* factors =
      std::get_if<std::vector<double>>(&node.arg("scale_factors"));
  const bool has_factors = factors != nullptr && factors->size() == 2;
  const auto factor = [&](size_t i) {
    return has_factors ? Argument((*factors)[i]) : Argument(std::monostate{});
  };
  if (sizes.size() != 4) {
    return rewriter.refuse("the result has not 4 dimensions");
  }
  return rewriter.call_with_specs(
      "aten::_upsample_bilinear2d_aa",
      {node.tensor("input"), Sizes{sizes[2], sizes[3]},
       node.bool_value("align_corners"), factor(0), factor(1)},
      {node.output()->spec});
}

}  // namespace executorch::exir::decompositions
