#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

#include <algorithm>
#include <optional>

namespace executorch::backends::mps {
namespace {

using exir::ScalarType;
using exir::Value;

/// The single index of a list of optional ones, and its axis.
struct SingleIndex {
  size_t axis = 0;
  const Value* index = nullptr;
};

std::optional<SingleIndex> single_index(const exir::Node& node) {
  const auto& list = std::get<std::vector<Value*>>(node.arg("indices"));
  std::optional<SingleIndex> found;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] != nullptr) {
      if (found) {
        return std::nullopt;
      }
      found = SingleIndex{i, list[i]};
    }
  }
  return found;
}

Refusal refuse_index(const Value* index) {
  if (index->dtype() != ScalarType::Long && index->dtype() != ScalarType::Int) {
    return "the index is not int64 or int32";
  }
  return std::nullopt;
}

Refusal refuse_bool_data(const exir::Node& node) {
  return node.output()->dtype() == ScalarType::Bool ? Refusal("indexed bool")
                                                    : std::nullopt;
}

/// The sizes with those of the index in the place of one axis.
std::vector<int64_t> replaced(std::vector<int64_t> sizes, size_t axis,
                              const std::vector<int64_t>& by) {
  const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(axis);
  sizes.insert(sizes.erase(at), by.begin(), by.end());
  return sizes;
}

}  // namespace

Refusal visit_embedding(GraphWriter& writer, const exir::Node& node,
                        MPSNodeUnion) {
  if (Refusal refusal = refuse_index(node.tensor("indices"))) {
    return refusal;
  }
  const Value* weight = node.tensor("weight");
  const Tensor table = writer.get(weight, writer.compute_type(weight->dtype()));
  const Tensor indices = writer.get(node.tensor("indices"));
  Tensor result = writer.new_tensor(table.dtype, sizes_of(node.output()));
  // A padding index has no meaning for inference.
  writer.add(
      MPSNodeUnion::MPSEmbedding,
      mpsgraph::CreateMPSEmbedding(writer.builder(), table.id, indices.id,
                                   result.id, -1, false, false)
          .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

Refusal visit_index_select(GraphWriter& writer, const exir::Node& node,
                           MPSNodeUnion) {
  Refusal refusal = refuse_index(node.tensor("index"));
  if (!refusal) {
    refusal = refuse_bool_data(node);
  }
  const Tensor x = writer.get(node.tensor("self"));
  if (refusal || x.sizes.empty()) {
    return refusal ? refusal : "self has no dimension";
  }
  const Tensor index = writer.get(node.tensor("index"));
  const size_t axis = normalized_axis(node.int_value("dim"), x.sizes.size());
  writer.define(
      node.output(),
      index_select(writer, x, axis, view(writer, index, {index.numel()})));
  return std::nullopt;
}

Refusal visit_index(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const auto single = single_index(node);
  if (!single) {
    return "more than one index";
  }
  Refusal refusal = refuse_index(single->index);
  if (!refusal) {
    refusal = refuse_bool_data(node);
  }
  if (refusal) {
    return refusal;
  }
  const Tensor x = writer.get(node.tensor("self"));
  const Tensor index = writer.get(single->index);
  std::vector<int32_t> ids(single->axis, -1);
  ids.push_back(index.id);
  Tensor result =
      writer.new_tensor(x.dtype, replaced(x.sizes, single->axis, index.sizes));
  writer.add(MPSNodeUnion::MPSIndexTensor,
             mpsgraph::CreateMPSIndexTensorDirect(writer.builder(), x.id, &ids,
                                                  result.id)
                 .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

Refusal visit_index_put(GraphWriter& writer, const exir::Node& node,
                        MPSNodeUnion) {
  const auto single = single_index(node);
  if (!single || node.bool_value("accumulate")) {
    return single ? "values are added" : "more than one index";
  }
  Refusal refusal = refuse_index(single->index);
  if (!refusal) {
    refusal = refuse_bool_data(node);
  }
  if (refusal) {
    return refusal;
  }
  const MPSDataType form = writer.compute_type(node.output()->dtype());
  const Tensor x = writer.get(node.tensor("self"), form);
  const Tensor index = writer.get(single->index);
  const Tensor values = expand(writer, writer.get(node.tensor("values"), form),
                               replaced(x.sizes, single->axis, index.sizes));
  const Tensor updates =
      view(writer, values, replaced(x.sizes, single->axis, {index.numel()}));
  std::vector<int32_t> ids(single->axis, -1);
  ids.push_back(view(writer, index, {index.numel()}).id);
  Tensor result = writer.new_tensor(form, x.sizes);
  const std::vector<int32_t> values_shape;
  writer.add(
      MPSNodeUnion::MPSIndexPut,
      mpsgraph::CreateMPSIndexPutDirect(writer.builder(), x.id, &ids,
                                        &values_shape, updates.id, result.id)
          .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

Refusal visit_slice_scatter(GraphWriter& writer, const exir::Node& node,
                            MPSNodeUnion) {
  if (node.int_value("step") != 1 || refuse_bool_data(node)) {
    return "a step, or bool";
  }
  const MPSDataType form = writer.compute_type(node.output()->dtype());
  const Tensor x = writer.get(node.tensor("self"), form);
  const Tensor src = writer.get(node.tensor("src"), form);
  const size_t axis = normalized_axis(node.int_value("dim"), x.sizes.size());
  const int64_t size = x.sizes[axis];
  int64_t start = node.is_none("start") ? 0 : node.int_value("start");
  start = std::clamp<int64_t>(start < 0 ? start + size : start, 0, size);
  const int64_t end = start + src.sizes[axis];
  std::vector<Tensor> parts;
  if (start > 0) {
    parts.push_back(slice(writer, x, axis, 0, start));
  }
  parts.push_back(src);
  if (end < size) {
    parts.push_back(slice(writer, x, axis, end, size));
  }
  writer.define(node.output(), concat(writer, parts, axis));
  return std::nullopt;
}

Refusal visit_select_scatter(GraphWriter& writer, const exir::Node& node,
                             MPSNodeUnion) {
  if (Refusal refusal = refuse_bool_data(node)) {
    return refusal;
  }
  const MPSDataType form = writer.compute_type(node.output()->dtype());
  const Tensor x = writer.get(node.tensor("self"), form);
  const size_t axis = normalized_axis(node.int_value("dim"), x.sizes.size());
  std::vector<int64_t> sizes = x.sizes;
  sizes[axis] = 1;
  const Tensor src =
      view(writer, writer.get(node.tensor("src"), form), std::move(sizes));
  const auto at = static_cast<int64_t>(normalized_axis(
      node.int_value("index"), static_cast<size_t>(x.sizes[axis])));
  std::vector<Tensor> parts;
  if (at > 0) {
    parts.push_back(slice(writer, x, axis, 0, at));
  }
  parts.push_back(src);
  if (at + 1 < x.sizes[axis]) {
    parts.push_back(slice(writer, x, axis, at + 1, x.sizes[axis]));
  }
  writer.define(node.output(), concat(writer, parts, axis));
  return std::nullopt;
}

}  // namespace executorch::backends::mps
