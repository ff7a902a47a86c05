#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

#include <algorithm>
#include <numeric>

namespace executorch::backends::mps {
namespace {

constexpr MPSDataType kBool = MPSDataType::mps_data_type_bool;
constexpr MPSDataType kInt8 = MPSDataType::mps_data_type_int8;

std::vector<int64_t> constants_of(const exir::Node& node,
                                  std::string_view name) {
  std::vector<int64_t> list;
  for (const exir::SymInt& item : node.ints(name)) {
    list.push_back(*item.constant());
  }
  return list;
}

/// Concatenation of one dtype; of bool by way of int8.
Tensor joined(GraphWriter& writer, std::vector<Tensor> parts, size_t axis) {
  const MPSDataType dtype = parts[0].dtype;
  if (dtype == kBool && parts.size() > 1) {
    for (Tensor& part : parts) {
      part = writer.cast(part, kInt8);
    }
  }
  return writer.cast(concat(writer, parts, axis), dtype);
}

}  // namespace

Refusal visit_view(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  writer.define(node.output(), view(writer, writer.get(node.tensor("self")),
                                    sizes_of(node.output())));
  return std::nullopt;
}

Refusal visit_alias(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  writer.define(node.output(), writer.get(node.tensor("self")));
  return std::nullopt;
}

Refusal visit_to_copy(GraphWriter& writer, const exir::Node& node,
                      MPSNodeUnion) {
  const exir::ScalarType from = node.tensor("self")->dtype();
  const exir::ScalarType to = node.output()->dtype();
  const bool is_half = writer.compute_type(to) != data_type(to) ||
                       writer.compute_type(from) != data_type(from);
  if (is_half && from != to &&
      is_float(data_type(from)) != is_float(data_type(to))) {
    return "a conversion between integers and numbers computed in half";
  }
  writer.define(node.output(),
                writer.get(node.tensor("self"), form_of(writer, node, to)));
  return std::nullopt;
}

Refusal visit_permute(GraphWriter& writer, const exir::Node& node,
                      MPSNodeUnion) {
  const Tensor x = writer.get(node.tensor("self"));
  std::vector<int32_t> axes;
  for (const int64_t axis : constants_of(node, "dims")) {
    axes.push_back(static_cast<int32_t>(normalized_axis(axis, x.sizes.size())));
  }
  writer.define(node.output(), axes.empty() ? x : permute(writer, x, axes));
  return std::nullopt;
}

Refusal visit_expand(GraphWriter& writer, const exir::Node& node,
                     MPSNodeUnion) {
  writer.define(node.output(), expand(writer, writer.get(node.tensor("self")),
                                      sizes_of(node.output())));
  return std::nullopt;
}

Refusal visit_select(GraphWriter& writer, const exir::Node& node,
                     MPSNodeUnion) {
  const Tensor x = writer.get(node.tensor("self"));
  const size_t axis = normalized_axis(node.int_value("dim"), x.sizes.size());
  const auto at = static_cast<int64_t>(normalized_axis(
      node.int_value("index"), static_cast<size_t>(x.sizes[axis])));
  writer.define(node.output(), view(writer, slice(writer, x, axis, at, at + 1),
                                    sizes_of(node.output())));
  return std::nullopt;
}

Refusal visit_slice(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const Tensor x = writer.get(node.tensor("self"));
  const size_t axis = normalized_axis(node.int_value("dim"), x.sizes.size());
  const int64_t size = x.sizes[axis];
  const int64_t step = node.int_value("step");
  int64_t start = node.is_none("start") ? 0 : node.int_value("start");
  start = std::clamp<int64_t>(start < 0 ? start + size : start, 0, size);
  const int64_t count = sizes_of(node.output())[axis];
  const int64_t end = std::min(start + (count - 1) * step + 1, size);
  writer.define(node.output(), slice(writer, x, axis, start, end, step));
  return std::nullopt;
}

Refusal visit_cat(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const MPSDataType dtype = writer.compute_type(node.output()->dtype());
  std::vector<Tensor> parts;
  for (const exir::Value* part :
       std::get<std::vector<exir::Value*>>(node.arg("tensors"))) {
    parts.push_back(writer.get(part, dtype));
  }
  const size_t axis =
      normalized_axis(node.int_value("dim"), parts[0].sizes.size());
  writer.define(node.output(), joined(writer, std::move(parts), axis));
  return std::nullopt;
}

Refusal visit_stack(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const MPSDataType dtype = writer.compute_type(node.output()->dtype());
  std::vector<int64_t> sizes = sizes_of(node.output());
  const size_t axis = normalized_axis(node.int_value("dim"), sizes.size());
  sizes[axis] = 1;
  std::vector<Tensor> parts;
  for (const exir::Value* part :
       std::get<std::vector<exir::Value*>>(node.arg("tensors"))) {
    parts.push_back(view(writer, writer.get(part, dtype), sizes));
  }
  writer.define(node.output(), joined(writer, std::move(parts), axis));
  return std::nullopt;
}

Refusal visit_flip(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  Tensor x = writer.get(node.tensor("self"));
  if (x.dtype == kBool) {
    return "reversed bool";
  }
  for (const int64_t dim : constants_of(node, "dims")) {
    if (x.sizes.empty()) {
      break;
    }
    const size_t axis = normalized_axis(dim, x.sizes.size());
    std::vector<int32_t> places(static_cast<size_t>(x.sizes[axis]));
    std::iota(places.rbegin(), places.rend(), 0);
    x = index_select(writer, x, axis, writer.constant({x.sizes[axis]}, places));
  }
  writer.define(node.output(), x);
  return std::nullopt;
}

Refusal visit_roll(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const std::vector<int64_t> shifts = constants_of(node, "shifts");
  const std::vector<int64_t> dims = constants_of(node, "dims");
  if (!dims.empty() && dims.size() != shifts.size()) {
    return "shifts and dims differ in number";
  }
  Tensor x = writer.get(node.tensor("self"));
  const std::vector<int64_t> sizes = x.sizes;
  if (dims.empty()) {
    x = view(writer, x, {x.numel()});
  }
  for (size_t i = 0; i < shifts.size() && !x.sizes.empty(); ++i) {
    const size_t axis =
        normalized_axis(dims.empty() ? 0 : dims[i], x.sizes.size());
    const int64_t size = x.sizes[axis];
    const int64_t split = ((-shifts[i] % size) + size) % size;
    if (split != 0) {
      x = joined(writer,
                 {slice(writer, x, axis, split, size),
                  slice(writer, x, axis, 0, split)},
                 axis);
    }
  }
  writer.define(node.output(), view(writer, x, sizes));
  return std::nullopt;
}

/// Each dimension n as [1, n] expanded to [repeats, n].
Refusal visit_repeat(GraphWriter& writer, const exir::Node& node,
                     MPSNodeUnion) {
  const std::vector<int64_t> repeats = constants_of(node, "repeats");
  const Tensor x = writer.get(node.tensor("self"));
  std::vector<int64_t> split;
  std::vector<int64_t> repeated;
  for (size_t i = 0; i < repeats.size(); ++i) {
    const size_t lead = repeats.size() - x.sizes.size();
    const int64_t size = i < lead ? 1 : x.sizes[i - lead];
    if (repeats[i] != 1) {
      split.push_back(1);
      repeated.push_back(repeats[i]);
    }
    split.push_back(size);
    repeated.push_back(size);
  }
  writer.define(node.output(),
                view(writer, expand(writer, view(writer, x, split), repeated),
                     sizes_of(node.output())));
  return std::nullopt;
}

Refusal visit_pixel_shuffle(GraphWriter& writer, const exir::Node& node,
                            MPSNodeUnion) {
  const Tensor x = writer.get(node.tensor("self"));
  if (x.sizes.size() < 3 || !is_float(x.dtype)) {
    return "self is no floating image";
  }
  const auto end = x.sizes.end();
  const int64_t batch = x.numel() / (end[-1] * end[-2] * end[-3]);
  const Tensor image = view(writer, x, {batch, end[-3], end[-2], end[-1]});
  const int64_t factor = node.int_value("upscale_factor");
  const Tensor result = writer.new_tensor(
      x.dtype,
      {batch, end[-3] / (factor * factor), end[-2] * factor, end[-1] * factor});
  writer.add(
      MPSNodeUnion::MPSPixelShuffle,
      mpsgraph::CreateMPSPixelShuffle(writer.builder(), image.id, result.id,
                                      static_cast<int32_t>(factor))
          .Union());
  writer.define(node.output(), view(writer, result, sizes_of(node.output())));
  return std::nullopt;
}

}  // namespace executorch::backends::mps
