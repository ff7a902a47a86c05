#include <executorch/runtime/core/hierarchical_allocator.h>

namespace executorch {
namespace runtime {

Result<void*> HierarchicalAllocator::get_offset_address(uint32_t memory_id,
                                                        size_t offset_bytes,
                                                        size_t size_bytes) {
  size_t end_bytes = 0;
  ET_CHECK_OR_RETURN_ERROR(
      !internal::add_overflows(offset_bytes, size_bytes, &end_bytes),
      InvalidArgument, "offset %zu plus size %zu is too large", offset_bytes,
      size_bytes);
  ET_CHECK_OR_RETURN_ERROR(memory_id < buffers_.size(), InvalidArgument,
                           "planned buffer %" PRIu32 " wanted, %zu given",
                           memory_id, buffers_.size());
  const Span<uint8_t> buffer = buffers_[memory_id];
  ET_CHECK_OR_RETURN_ERROR(end_bytes <= buffer.size(), MemoryAllocationFailed,
                           "planned buffer %" PRIu32
                           " has %zu bytes, at least %zu needed",
                           memory_id, buffer.size(), end_bytes);
  return static_cast<void*>(buffer.data() + offset_bytes);
}

Span<Span<uint8_t>> HierarchicalAllocator::to_spans(
    uint32_t n_allocators, MemoryAllocator* allocators) {
  ET_CHECK_MSG(n_allocators <= kSpanArraySize,
               "%" PRIu32 " allocators, at most %zu", n_allocators,
               kSpanArraySize);
  for (uint32_t i = 0; i < n_allocators; ++i) {
    span_array_[i] =
        Span<uint8_t>(allocators[i].base_address(), allocators[i].size());
  }
  return {span_array_, n_allocators};
}

}  // namespace runtime
}  // namespace executorch
