#pragma once

#include <executorch/backends/xnnpack/runtime/graph/weights.h>

namespace executorch {
namespace backends {
namespace xnnpack {

/// A convolution or a product whose sums are requantized at once.
struct IntegerProduct {
  const Activation& x;
  const Weights& weights;
  uint32_t bias;  ///< kNoId: none
  uint32_t output;
};

/// Whether all of it is integers: statically quantized 8-bit input and output,
/// weights of int8, a bias of int32 or none.
Result<bool> is_product_of_integers(GraphBuilder& builder,
                                    const IntegerProduct& product);

/// The result as it is held, in planes.
///
/// @param[in] filters [O, kernel height, kernel width, I / groups], the numbers
///     of the weights
/// @param[in] op The window and the groups.
Result<ValueId> convolve_integers(GraphBuilder& builder,
                                  const fb_xnnpack::XNode& node,
                                  const IntegerProduct& product,
                                  ValueId filters, const engine::Conv2d& op);

/// The result as it is held.
///
/// @param[in] rows [.., K], the numbers of x
/// @param[in] filters [N, K], the numbers of the weights
Result<ValueId> multiply_integers(GraphBuilder& builder,
                                  const fb_xnnpack::XNode& node,
                                  const IntegerProduct& product, ValueId rows,
                                  ValueId filters);

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
