#pragma once

#include <executorch/kernels/prim_ops/kernels.h>

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace function {
using ::executorch::kernels::prim_ops::et_view;
}  // namespace function
}  // namespace executor
}  // namespace torch
