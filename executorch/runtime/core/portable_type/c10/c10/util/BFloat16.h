#pragma once

#include <executorch/runtime/core/portable_type/bfloat16.h>

namespace c10 {
using executorch::runtime::etensor::BFloat16;
}  // namespace c10
