#pragma once

#include <executorch/kernels/portable/cpu/util/copy_ops.h>

namespace executorch::kernels::portable {

/// What is wanted of the distinct parts of a tensor.
struct UniqueRequest {
  std::optional<int64_t> dim;  ///< parts along it; without, single elements
  bool sorts = false;          ///< else only neighbours are compared
  bool inverse = false;        ///< the number of each part's distinct one
  bool counts = false;
};

/// `values` are the distinct parts, `inverse` and `counts` as asked for, of
/// size 0 otherwise. Sorting needs the context's temporary memory. Failures
/// are reported.
void find_unique(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                 const UniqueRequest& request, Tensor& values, Tensor& inverse,
                 Tensor& counts);

}  // namespace executorch::kernels::portable
