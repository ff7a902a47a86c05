#include <executorch/backends/engine/kernels/simd/packed_panels.h>

#include <executorch/backends/engine/kernels/simd/half_loops.h>

namespace executorch::backends::engine::simd {

Error PackedPanels::make(const Source& source, size_t count, size_t numel,
                         runtime::FunctionRef<void(size_t i, float* to)> pack) {
  const NodeView::Operand& operand = source.operand;
  numel_ = numel;
  is_half_ = operand.is_half_exact;
  if (source.cache == nullptr || operand.constant_id == kNoValue) {
    return fill(count, pack);
  }
  const PackedCache::Key key(source.name, operand.constant_id,
                             operand.type->sizes, count, is_half_);
  buffer_ = source.cache->find(key);
  if (buffer_ == nullptr) {
    ET_CHECK_OK_OR_RETURN_ERROR(fill(count, pack));
    source.cache->add(key, buffer_);
  }
  return Error::Ok;
}

Error PackedPanels::make(size_t count, size_t numel,
                         runtime::FunctionRef<void(size_t i, float* to)> pack) {
  numel_ = numel;
  return fill(count, pack);
}

Error PackedPanels::fill(size_t count,
                         runtime::FunctionRef<void(size_t i, float* to)> pack) {
  auto buffer = std::make_shared<AlignedBuffer>();
  ET_CHECK_OK_OR_RETURN_ERROR(buffer->allocate(
      count * numel_ * (is_half_ ? sizeof(uint16_t) : sizeof(float))));
  buffer_ = std::move(buffer);
  is_first_ = true;
  if (!is_half_) {
    for (size_t i = 0; i < count; ++i) {
      pack(i, buffer_->as<float>() + i * numel_);
    }
    return Error::Ok;
  }
  AlignedBuffer matrix;
  ET_CHECK_OK_OR_RETURN_ERROR(matrix.allocate(numel_ * sizeof(float)));
  const HalfLoops loops = half_loops();
  for (size_t i = 0; i < count; ++i) {
    pack(i, matrix.as<float>());
    loops.to_halves(matrix.as<float>(), buffer_->as<uint16_t>() + i * numel_,
                    numel_);
  }
  return Error::Ok;
}

}  // namespace executorch::backends::engine::simd
