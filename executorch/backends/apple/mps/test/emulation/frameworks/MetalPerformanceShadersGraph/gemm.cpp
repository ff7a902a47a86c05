#include "gemm.h"

#include <algorithm>

namespace mps_emulation {
namespace {

// A tile of the result that fits the vector registers.
constexpr int64_t kRows = 4;
constexpr int64_t kColumns = 16;
// Rows of b that stay in the cache while all of a passes over them.
constexpr int64_t kDepth = 256;

// Whole models run in tests, so it is worth to use what the machine has.
__attribute__((target_clones("arch=haswell", "default")))
void full_tile(int64_t k, const float* a, int64_t a_stride, const float* b,
               int64_t b_stride, float* c, int64_t c_stride) {
  float sums[kRows][kColumns];
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < kColumns; ++j) {
      sums[i][j] = c[i * c_stride + j];
    }
  }
  for (int64_t p = 0; p < k; ++p) {
    for (int64_t i = 0; i < kRows; ++i) {
      const float factor = a[i * a_stride + p];
      for (int64_t j = 0; j < kColumns; ++j) {
        sums[i][j] += factor * b[p * b_stride + j];
      }
    }
  }
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < kColumns; ++j) {
      c[i * c_stride + j] = sums[i][j];
    }
  }
}

__attribute__((target_clones("arch=haswell", "default")))
void part_of_tile(int64_t m, int64_t n, int64_t k, const float* a,
                  int64_t a_stride, const float* b, int64_t b_stride, float* c,
                  int64_t c_stride) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t p = 0; p < k; ++p) {
      const float factor = a[i * a_stride + p];
      for (int64_t j = 0; j < n; ++j) {
        c[i * c_stride + j] += factor * b[p * b_stride + j];
      }
    }
  }
}

}  // namespace

void gemm(int64_t m, int64_t n, int64_t k, const float* a, int64_t a_stride,
          const float* b, int64_t b_stride, float* c, int64_t c_stride) {
  for (int64_t p = 0; p < k; p += kDepth) {
    const int64_t depth = std::min(kDepth, k - p);
    for (int64_t j = 0; j < n; j += kColumns) {
      const int64_t columns = std::min(kColumns, n - j);
      const float* from_b = b + p * b_stride + j;
      for (int64_t i = 0; i < m; i += kRows) {
        const int64_t rows = std::min(kRows, m - i);
        const float* from_a = a + i * a_stride + p;
        float* to = c + i * c_stride + j;
        if (rows == kRows && columns == kColumns) {
          full_tile(depth, from_a, a_stride, from_b, b_stride, to, c_stride);
        } else {
          part_of_tile(rows, columns, depth, from_a, a_stride, from_b,
                       b_stride, to, c_stride);
        }
      }
    }
  }
}

}  // namespace mps_emulation
