#include "gemm.h"

#include <algorithm>
#include <cstring>

namespace mps_emulation {
namespace {

using Vector = float __attribute__((vector_size(32)));

// A tile of the result that fits the vector registers: 6 rows of 2 vectors.
constexpr int64_t kRows = 6;
constexpr int64_t kColumns = 16;
// A part of a that stays in the cache while all of b passes over it.
constexpr int64_t kDepth = 256;
constexpr int64_t kBlock = 96;

// Whole models run in tests, so it is worth to use what the machine has.
__attribute__((target_clones("avx2", "default"))) void full_tile(
    int64_t k, const float* a, int64_t a_stride, const float* b,
    int64_t b_stride, float* c, int64_t c_stride) {
  Vector sums[kRows][2] = {};
  for (int64_t p = 0; p < k; ++p) {
    Vector left;
    Vector right;
    std::memcpy(&left, b + p * b_stride, sizeof left);
    std::memcpy(&right, b + p * b_stride + 8, sizeof right);
#pragma GCC unroll 6
    for (int64_t i = 0; i < kRows; ++i) {
      const float factor = a[i * a_stride + p];
      sums[i][0] += factor * left;
      sums[i][1] += factor * right;
    }
  }
#pragma GCC unroll 6
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < 2; ++j) {
      Vector old;
      std::memcpy(&old, c + i * c_stride + j * 8, sizeof old);
      old += sums[i][j];
      std::memcpy(c + i * c_stride + j * 8, &old, sizeof old);
    }
  }
}

/// The rest, where the result has no full tiles.
__attribute__((target_clones("avx2", "default"))) void rows(
    int64_t m, int64_t n, int64_t k, const float* a, int64_t a_stride,
    const float* b, int64_t b_stride, float* c, int64_t c_stride) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t p = 0; p < k; ++p) {
      const float factor = a[i * a_stride + p];
      const float* from = b + p * b_stride;
      float* to = c + i * c_stride;
      for (int64_t j = 0; j < n; ++j) {
        to[j] += factor * from[j];
      }
    }
  }
}

void block(int64_t m, int64_t n, int64_t k, const float* a, int64_t a_stride,
           const float* b, int64_t b_stride, float* c, int64_t c_stride) {
  const int64_t full_m = m - m % kRows;
  const int64_t full_n = n - n % kColumns;
  for (int64_t j = 0; j < full_n; j += kColumns) {
    for (int64_t i = 0; i < full_m; i += kRows) {
      full_tile(k, a + i * a_stride, a_stride, b + j, b_stride,
                c + i * c_stride + j, c_stride);
    }
  }
  rows(full_m, n - full_n, k, a, a_stride, b + full_n, b_stride, c + full_n,
       c_stride);
  rows(m - full_m, n, k, a + full_m * a_stride, a_stride, b, b_stride,
       c + full_m * c_stride, c_stride);
}

}  // namespace

void gemm(int64_t m, int64_t n, int64_t k, const float* a, int64_t a_stride,
          const float* b, int64_t b_stride, float* c, int64_t c_stride) {
  for (int64_t p = 0; p < k; p += kDepth) {
    const int64_t depth = std::min(kDepth, k - p);
    for (int64_t i = 0; i < m; i += kBlock) {
      block(std::min(kBlock, m - i), n, depth, a + i * a_stride + p, a_stride,
            b + p * b_stride, b_stride, c + i * c_stride, c_stride);
    }
  }
}

}  // namespace mps_emulation
