#include <executorch/exir/passes/decompositions/decompositions.h>
#include <fmt/format.h>

namespace executorch::exir::decompositions {
namespace {

using Sizes = std::vector<SymInt>;

bool all_ones(const Sizes& sizes) {
  for (const SymInt& size : sizes) {
    if (!(size == SymInt(1))) {
      return false;
    }
  }
  return true;
}

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

std::vector<Value*> decompose_max_pool2d(Rewriter& rewriter,
                                         const Node& node) {
  return {rewriter
              .call_all("aten::max_pool2d_with_indices",
                        {node.tensor("self"), node.ints("kernel_size"),
                         node.ints("stride"), node.ints("padding"),
                         node.ints("dilation"), node.bool_value("ceil_mode")})
              .front()};
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

}  // namespace executorch::exir::decompositions
