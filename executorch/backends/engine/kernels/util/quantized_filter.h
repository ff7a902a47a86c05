#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {

/// The weight [N, K] of QuantizedMatMul.
struct QuantizedFilter {
  size_t n;
  size_t k;
  size_t n_blocks;
  bool has_4_bits;

  QuantizedFilter(const TensorType& x, const TensorType& weight,
                  const TensorType& scale)
      : n(static_cast<size_t>(weight.sizes[0])),
        k(static_cast<size_t>(x.sizes.back())),
        n_blocks(static_cast<size_t>(scale.sizes[1])),
        has_4_bits(weight.dtype == ScalarType::Byte) {}

  size_t block() const { return k / n_blocks; }

  /// @param[in] weight The bytes of the operand.
  int8_t number(const void* weight, size_t row, size_t i) const {
    if (!has_4_bits) {
      return static_cast<const int8_t*>(weight)[row * k + i];
    }
    const int pair =
        static_cast<const uint8_t*>(weight)[row * (k / 2 + k % 2) + i / 2];
    return static_cast<int8_t>((i % 2 == 0 ? pair & 15 : pair >> 4) -
                               QuantizedMatMul::kZeroPointOf4Bits);
  }
  /// The k numbers of a row.
  void unpack(const void* weight, size_t row, int8_t* to) const;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
