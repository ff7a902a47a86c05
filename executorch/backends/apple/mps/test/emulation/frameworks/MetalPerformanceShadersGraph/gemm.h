#pragma once

#include <cstdint>

namespace mps_emulation {

/// c [m, n] += a [m, k] x b [k, n], row-major with the given row lengths.
void gemm(int64_t m, int64_t n, int64_t k, const float* a, int64_t a_stride,
          const float* b, int64_t b_stride, float* c, int64_t c_stride);

}  // namespace mps_emulation
