#include <executorch/backends/engine/kernels/simd/packed_panels.h>

#include <executorch/backends/engine/kernels/simd/half_loops.h>

namespace executorch::backends::engine::simd {

Error PackedPanels::make(const Source& source, size_t count, size_t numel,
                         Pack pack, Prepare prepare) {
  const NodeView::Operand& operand = source.operand;
  count_ = count;
  numel_ = numel;
  is_half_ = operand.is_half_exact;
  const auto fill_block = [&](void* to) -> Error {
    const Result<const float*> constant = operand.constant<float>();
    ET_CHECK_OK_OR_RETURN_ERROR(constant.error());
    if (!prepare) {
      return fill(to, *constant, pack);
    }
    AlignedBuffer prepared;
    ET_CHECK_OK_OR_RETURN_ERROR(prepare(*constant, prepared));
    return fill(to, prepared.as<float>(), pack);
  };
  const Result<const void*> block = source.store.shared_block(
      {source.name, operand.constant_id, operand.type->sizes, count, is_half_},
      nbytes(), fill_block);
  ET_CHECK_OK_OR_RETURN_ERROR(block.error());
  data_ = *block;
  return Error::Ok;
}

Error PackedPanels::fill(void* to, const float* constant, Pack pack) const {
  if (!is_half_) {
    for (size_t i = 0; i < count_; ++i) {
      pack(constant, i, static_cast<float*>(to) + i * numel_);
    }
    return Error::Ok;
  }
  AlignedBuffer matrix;
  ET_CHECK_OK_OR_RETURN_ERROR(matrix.allocate(numel_ * sizeof(float)));
  const HalfLoops loops = half_loops();
  for (size_t i = 0; i < count_; ++i) {
    pack(constant, i, matrix.as<float>());
    loops.to_halves(matrix.as<float>(), static_cast<uint16_t*>(to) + i * numel_,
                    numel_);
  }
  return Error::Ok;
}

}  // namespace executorch::backends::engine::simd
