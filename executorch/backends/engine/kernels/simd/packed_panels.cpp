#include <executorch/backends/engine/kernels/simd/packed_panels.h>

#include <executorch/backends/engine/kernels/simd/half_loops.h>

namespace executorch::backends::engine::simd {

Error PackedPanels::make(size_t count, size_t numel, bool is_half,
                         runtime::FunctionRef<void(size_t i, float* to)> pack) {
  numel_ = numel;
  is_half_ = is_half;
  ET_CHECK_OK_OR_RETURN_ERROR(buffer_.allocate(
      count * numel * (is_half ? sizeof(uint16_t) : sizeof(float))));
  if (!is_half) {
    for (size_t i = 0; i < count; ++i) {
      pack(i, buffer_.as<float>() + i * numel);
    }
    return Error::Ok;
  }
  AlignedBuffer matrix;
  ET_CHECK_OK_OR_RETURN_ERROR(matrix.allocate(numel * sizeof(float)));
  const HalfLoops loops = half_loops();
  for (size_t i = 0; i < count; ++i) {
    pack(i, matrix.as<float>());
    loops.to_halves(matrix.as<float>(), buffer_.as<uint16_t>() + i * numel,
                    numel);
  }
  return Error::Ok;
}

}  // namespace executorch::backends::engine::simd
