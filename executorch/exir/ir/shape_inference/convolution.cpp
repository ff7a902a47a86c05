#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_convolution(const Node& node) {
  const Value* input = node.tensor("input");
  ET_ASSIGN(const Ints stride, constant_ints(node, "stride"));
  ET_ASSIGN(const Ints padding, constant_ints(node, "padding"));
  ET_ASSIGN(const Ints dilation, constant_ints(node, "dilation"));
  ET_ASSIGN(const Ints output_padding, constant_ints(node, "output_padding"));
  ET_ASSIGN(const int64_t groups, constant_int(node, "groups"));
  const ops::ConvolutionParams params{
      stride.span(),          padding.span(),
      dilation.span(),        node.bool_value("transposed"),
      output_padding.span(),  groups};
  return one(node, input->dtype(),
             ops::convolution_shape(sizes_of(input),
                                    sizes_of(node.tensor("weight")), params));
}

}  // namespace executorch::exir::infer
