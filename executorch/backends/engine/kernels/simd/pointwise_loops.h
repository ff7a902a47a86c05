#pragma once

#include <executorch/backends/engine/graph/ops.h>
#include <executorch/backends/engine/kernels/util/pointwise.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

// Functions of the best target of this CPU; null: there is none.
PointwiseFunction<float> unary_function(Unary::Kind kind);
PointwiseFunction<float> binary_function(Binary::Kind kind);
/// a^b for one b; null: only the general function serves.
PointwiseFunction<float> power_function(float exponent);
/// a / b for one b; the parameters are b and 1 / b. Null: only the general
/// function serves.
PointwiseFunction<float> divide_function(float divisor);
PointwiseFunction<float> clamp_function();
PointwiseFunction<float> leaky_relu_function();
PointwiseFunction<float> hard_swish_function();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
