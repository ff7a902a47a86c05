#pragma once

#include <executorch/runtime/core/portable_type/half.h>

namespace c10 {
using executorch::runtime::etensor::Half;
}  // namespace c10
