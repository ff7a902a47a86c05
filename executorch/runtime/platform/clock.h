#pragma once

#include <executorch/runtime/platform/platform.h>

namespace executorch {
namespace runtime {

/// Converts a tick count to nanoseconds.
inline uint64_t ticks_to_ns(et_timestamp_t ticks) {
  const et_tick_ratio_t ratio = pal_ticks_to_ns_multiplier();
  return ticks * ratio.numerator / ratio.denominator;
}

}  // namespace runtime
}  // namespace executorch
