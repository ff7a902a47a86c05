#include <executorch/exir/passes/decompositions/decompositions.h>
#include <fmt/format.h>

namespace executorch::exir::decompositions {
namespace {

using Sizes = std::vector<SymInt>;

}  // namespace

std::vector<Value*> decompose_convolution_nd(Rewriter& rewriter,
                                             const Node& node) {
  Value* input = node.tensor("input");
  const size_t dims = node.ints("stride").size();
  const size_t rank = input->sizes().size();
  if (rank != dims + 1 && rank != dims + 2) {
    return rewriter.refuse(
        fmt::format("input has {} dimensions, expected {} or {}", rank,
                    dims + 1, dims + 2));
  }
  const bool unbatched = rank == dims + 1;
  if (unbatched) {
    input = rewriter.call("aten::unsqueeze_copy", {input, SymInt(0)});
  }
  Value* out = rewriter.call(
      "aten::convolution",
      {input, node.tensor("weight"), node.arg("bias"), node.ints("stride"),
       node.ints("padding"), node.ints("dilation"), false,
       Sizes(dims, SymInt(0)), node.sym_int("groups")});
  if (unbatched) {
    out = rewriter.call("aten::squeeze_copy.dims", {out, Sizes{SymInt(0)}});
  }
  return {out};
}

}  // namespace executorch::exir::decompositions
