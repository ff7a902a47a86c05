#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_convolution(const Node& node) {
  const Value* input = node.tensor("input");
  const Ints stride(node, "stride");
  const Ints padding(node, "padding");
  const Ints dilation(node, "dilation");
  const Ints output_padding(node, "output_padding");
  const ops::ConvolutionParams params{
      stride.span(),          padding.span(),
      dilation.span(),        node.bool_value("transposed"),
      output_padding.span(),  node.int_value("groups")};
  return one(node, input->dtype(),
             ops::convolution_shape(sizes_of(input),
                                    sizes_of(node.tensor("weight")), params));
}

}  // namespace executorch::exir::infer
