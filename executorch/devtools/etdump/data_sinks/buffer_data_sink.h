#pragma once

#include <executorch/devtools/etdump/data_sinks/data_sink_base.h>
#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace etdump {

/// Keeps data in a buffer of the caller, which must outlive it.
class BufferDataSink : public DataSinkBase {
 public:
  /// @param[in] alignment What the address of each piece is a multiple of.
  /// @retval Error::InvalidArgument The alignment is no power of two.
  static runtime::Result<BufferDataSink> create(runtime::Span<uint8_t> buffer,
                                                size_t alignment = 64) noexcept;
  static runtime::Result<BufferDataSink> create(void* ptr, size_t size,
                                                size_t alignment = 64) noexcept;

  /// A sink without room.
  BufferDataSink() = default;
  BufferDataSink(BufferDataSink&&) = default;
  BufferDataSink& operator=(BufferDataSink&&) = default;
  BufferDataSink(const BufferDataSink&) = delete;
  BufferDataSink& operator=(const BufferDataSink&) = delete;
  ~BufferDataSink() override = default;

  /// @retval Error::OutOfResources The buffer is full.
  runtime::Result<size_t> write(const void* ptr, size_t size) override;

  /// Bytes of the buffer.
  runtime::Result<size_t> get_storage_size() const { return buffer_.size(); }
  size_t get_used_bytes() const override { return used_; }

 private:
  BufferDataSink(runtime::Span<uint8_t> buffer, size_t alignment)
      : buffer_(buffer), alignment_(alignment) {}

  runtime::Span<uint8_t> buffer_;
  size_t used_ = 0;
  size_t alignment_ = 1;
};

}  // namespace etdump
}  // namespace executorch
