#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/ops/sizes.h>
#include <fmt/format.h>

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

}  // namespace

std::vector<Value*> decompose_view(Rewriter& rewriter, const Node& node) {
  return as_copy(rewriter, node, "aten::view_copy");
}

std::vector<Value*> decompose_reshape_like_export(Rewriter& rewriter,
                                                  const Node& node) {
  return {rewriter.call("aten::view_copy",
                        {node.tensor("self"), node.output()->sizes()})};
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

std::vector<Value*> decompose_to_dtype(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const auto dtype = std::get<ScalarType>(node.arg("dtype"));
  return {self->dtype() == dtype && !node.bool_value("copy")
              ? self
              : rewriter.call("aten::_to_copy", {self, dtype})};
}

}  // namespace executorch::exir::decompositions
