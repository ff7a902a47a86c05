#include <executorch/backends/engine/kernels/util/quantized_filter.h>

#include <algorithm>

namespace executorch::backends::engine {

void QuantizedFilter::unpack(const void* weight, size_t row, int8_t* to) const {
  if (!has_4_bits) {
    std::copy_n(static_cast<const int8_t*>(weight) + row * k, k, to);
    return;
  }
  const uint8_t* pairs =
      static_cast<const uint8_t*>(weight) + row * (k / 2 + k % 2);
  for (size_t i = 0; i < k / 2; ++i) {
    to[2 * i] = static_cast<int8_t>((pairs[i] & 15) -
                                    QuantizedMatMul::kZeroPointOf4Bits);
    to[2 * i + 1] = static_cast<int8_t>((pairs[i] >> 4) -
                                        QuantizedMatMul::kZeroPointOf4Bits);
  }
  if (k % 2 != 0) {
    to[k - 1] = number(weight, row, k - 1);
  }
}

}  // namespace executorch::backends::engine
