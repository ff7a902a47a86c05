#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/runtime/core/function_ref.h>

#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Constants of a quantized operator, as its loops read them.
struct QuantizedConstants {
  const int8_t* weight = nullptr;
  const float* scale = nullptr;   ///< by output
  const int32_t* bias = nullptr;  ///< by output; null: none

  /// @param[in] weight The operand; the scale and the bias follow it.
  /// @retval Error::MemoryAllocationFailed
  static Result<QuantizedConstants> of(const NodeView& node, size_t weight);
};

/// Weights of int8 in one block with what is added to the sum of each column
/// (int32) and what it is multiplied by (float).
class PackedFilters {
 public:
  struct Parts {
    int8_t* weights;
    int32_t* offsets;
    float* scales;
  };

  /// `fill` gets zeros.
  ///
  /// @param[in] name Of the kernel: each has its own form.
  /// @retval Error::MemoryAllocationFailed
  Error make(PackedStore& store, const char* name, size_t weights_nbytes,
             size_t columns, runtime::FunctionRef<Error(const Parts&)> fill);

  size_t nbytes() const { return nbytes_; }
  const int8_t* weights() const { return weights_; }
  const int32_t* offsets() const { return offsets_; }
  const float* scales() const { return scales_; }

 private:
  size_t nbytes_ = 0;
  const int8_t* weights_ = nullptr;
  const int32_t* offsets_ = nullptr;
  const float* scales_ = nullptr;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
