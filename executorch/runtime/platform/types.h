#pragma once

#include <stdint.h>

extern "C" {

/// A point in time, in ticks of the platform's clock. The length of a tick is
/// what `et_pal_ticks_to_ns_multiplier()` returns.
typedef uint64_t et_timestamp_t;

}  // extern "C"
