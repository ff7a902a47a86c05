#include <executorch/devtools/etdump/data_sinks/buffer_data_sink.h>
#include <executorch/runtime/core/checked_math.h>

#include <cstring>

namespace executorch {
namespace etdump {

using runtime::Result;
using runtime::Span;

Result<BufferDataSink> BufferDataSink::create(Span<uint8_t> buffer,
                                              size_t alignment) noexcept {
  ET_CHECK_OR_RETURN_ERROR(alignment != 0 && (alignment & (alignment - 1)) == 0,
                           InvalidArgument, "alignment %zu is no power of two",
                           alignment);
  return BufferDataSink(buffer, alignment);
}

Result<BufferDataSink> BufferDataSink::create(void* ptr, size_t size,
                                              size_t alignment) noexcept {
  return create({static_cast<uint8_t*>(ptr), size}, alignment);
}

Result<size_t> BufferDataSink::write(const void* ptr, size_t size) {
  if (size == 0) {
    return used_;
  }
  const auto address = reinterpret_cast<uintptr_t>(buffer_.data()) + used_;
  const size_t gap = (alignment_ - address % alignment_) % alignment_;
  size_t offset = 0;
  ET_CHECK_OR_RETURN_ERROR(
      !runtime::internal::add_overflows(used_, gap, &offset) &&
          runtime::internal::range_fits(offset, size, buffer_.size()),
      OutOfResources, "no room for %zu bytes, %zu of %zu are used", size, used_,
      buffer_.size());
  std::memset(buffer_.data() + used_, 0, gap);
  std::memcpy(buffer_.data() + offset, ptr, size);
  used_ = offset + size;
  return offset;
}

}  // namespace etdump
}  // namespace executorch
