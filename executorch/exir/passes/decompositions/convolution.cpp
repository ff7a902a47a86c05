#include <executorch/exir/passes/decompositions/util.h>
#include <fmt/format.h>

namespace executorch::exir::decompositions {
namespace {

struct Convolution {
  Sizes padding;
  bool transposed = false;
  Sizes output_padding;
};

/// aten::convolution of a node of the conv family, whose input may have no
/// batch dimension.
std::vector<Value*> convolve(Rewriter& rewriter, const Node& node, Value* input,
                             const Convolution& how) {
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
       how.padding, node.ints("dilation"), how.transposed, how.output_padding,
       node.sym_int("groups")});
  if (unbatched) {
    out = rewriter.call("aten::squeeze_copy.dims", {out, Sizes{SymInt(0)}});
  }
  return {out};
}

/// Padding of both sides that keeps the size at stride 1; an odd row of it is
/// put behind, by padding the input itself.
Sizes same_padding(Rewriter& rewriter, const Node& node, Value** input) {
  const Sizes& dilation = node.ints("dilation");
  const size_t dims = dilation.size();
  Sizes padding(dims, SymInt(0));
  Sizes behind;
  bool is_odd = false;
  for (size_t i = dims; i-- > 0;) {
    const int64_t kernel = size_of(rewriter, node.tensor("weight"), i + 2);
    const int64_t total = dilation[i].constant().value_or(1) * (kernel - 1);
    padding[i] = SymInt(total / 2);
    behind.emplace_back(0);
    behind.emplace_back(total % 2);
    is_odd |= total % 2 != 0;
  }
  if (is_odd) {
    *input = rewriter.call("aten::constant_pad_nd",
                           {*input, std::move(behind), SymInt(0)});
  }
  return padding;
}

}  // namespace

std::vector<Value*> decompose_convolution_nd(Rewriter& rewriter,
                                             const Node& node) {
  const Sizes& padding = node.ints("padding");
  return convolve(rewriter, node, node.tensor("input"),
                  {padding, false, Sizes(padding.size(), SymInt(0))});
}

std::vector<Value*> decompose_convolution_transposed(Rewriter& rewriter,
                                                     const Node& node) {
  return convolve(rewriter, node, node.tensor("input"),
                  {node.ints("padding"), true, node.ints("output_padding")});
}

std::vector<Value*> decompose_convolution_named_padding(Rewriter& rewriter,
                                                        const Node& node) {
  const auto& name = std::get<std::string>(node.arg("padding"));
  const Sizes none(node.ints("stride").size(), SymInt(0));
  if (name != "same" && name != "valid") {
    return rewriter.refuse(
        fmt::format("padding is '{}', expected 'same' or 'valid'", name));
  }
  Value* input = node.tensor("input");
  const Sizes padding =
      name == "same" ? same_padding(rewriter, node, &input) : none;
  return convolve(rewriter, node, input, {padding, false, none});
}

}  // namespace executorch::exir::decompositions
