#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// out[i] = in[0][i] ? in[1][i] : in[2][i] for values of a compute type; in[0]
/// are bools.
PointwiseFn choose_function(ScalarType compute);

}  // namespace executorch::kernels::portable
