#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

#include <algorithm>
#include <numeric>

namespace executorch::backends::mps {
namespace {

constexpr MPSDataType kFloat32 = MPSDataType::mps_data_type_float32;

/// The axes of a list that may be absent or empty, which means all; ascending.
std::vector<int32_t> axes_of(const exir::Node& node, size_t rank) {
  std::vector<int32_t> axes;
  if (!node.is_none("dim")) {
    for (const exir::SymInt& item : node.ints("dim")) {
      axes.push_back(
          static_cast<int32_t>(normalized_axis(*item.constant(), rank)));
    }
  }
  if (axes.empty()) {
    axes.resize(rank);
    std::iota(axes.begin(), axes.end(), 0);
  }
  std::sort(axes.begin(), axes.end());
  return axes;
}

int64_t reduced_numel(const Tensor& x, const std::vector<int32_t>& axes) {
  int64_t numel = 1;
  for (const int32_t axis : axes) {
    numel *= x.sizes[static_cast<size_t>(axis)];
  }
  return numel;
}

Refusal refuse_integers(const exir::Node& node) {
  if (!is_float(data_type(node.output()->dtype()))) {
    return "a sum of integers";
  }
  return require_float(node, "self");
}

}  // namespace

Refusal visit_mean(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  if (Refusal refusal = refuse_integers(node)) {
    return refusal;
  }
  const MPSDataType form = form_of(writer, node, node.output()->dtype());
  const Tensor x = writer.get(node.tensor("self"), form);
  writer.define(
      node.output(),
      x.sizes.empty()
          ? x
          : view(writer, mean(writer, x, axes_of(node, x.sizes.size())),
                 sizes_of(node.output())));
  return std::nullopt;
}

/// The mean times the number of elements, which leaves the range of half soon.
Refusal visit_sum(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  if (Refusal refusal = refuse_integers(node)) {
    return refusal;
  }
  const Tensor x = writer.get(node.tensor("self"), kFloat32);
  Tensor result = x;
  if (!x.sizes.empty()) {
    const std::vector<int32_t> axes = axes_of(node, x.sizes.size());
    const auto count = static_cast<double>(reduced_numel(x, axes));
    result = view(writer,
                  binary(writer, MPSNodeUnion::MPSMul, mean(writer, x, axes),
                         writer.scalar(count, kFloat32)),
                  sizes_of(node.output()));
  }
  writer.define(node.output(), result);
  return std::nullopt;
}

/// The mean of zeros and ones is above zero.
Refusal visit_any(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  if (node.output()->dtype() != exir::ScalarType::Bool) {
    return "the result is not bool";
  }
  const Tensor self = writer.get(node.tensor("self"));
  if (self.sizes.empty()) {
    return "self has no dimension";
  }
  const Tensor x =
      writer.cast(writer.cast(self, MPSDataType::mps_data_type_bool), kFloat32);
  const auto axis = static_cast<int32_t>(
      normalized_axis(node.int_value("dim"), x.sizes.size()));
  const Tensor share = mean(writer, x, {axis});
  writer.define(node.output(), view(writer,
                                    binary(writer, MPSNodeUnion::MPSGt, share,
                                           writer.scalar(0, kFloat32),
                                           MPSDataType::mps_data_type_bool),
                                    sizes_of(node.output())));
  return std::nullopt;
}

}  // namespace executorch::backends::mps
