#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

/// Bytes to be read, with the function that frees them. The buffer owns the
/// bytes: it frees them at Free() or in the destructor, whichever comes first.
/// They are named by a pointer or, on devices whose addresses are no pointers,
/// by a 64-bit number.
class FreeableBuffer final {
 public:
  /// @param[in] context What the creator of the buffer gave for it.
  /// @param[in] data, data_uint64 Start of the bytes.
  /// @param[in] size Number of bytes.
  using FreeFn = void (*)(void* context, void* data, size_t size);
  using FreeUInt64Fn = void (*)(void* context, uint64_t data_uint64,
                                size_t size);

  FreeableBuffer() = default;

  /// @param[in] data Start of the bytes.
  /// @param[in] size Number of bytes.
  /// @param[in] free_fn Called once to free them; nullptr if nothing is to be
  ///     freed.
  /// @param[in] free_fn_context First argument of that call.
  FreeableBuffer(const void* data, size_t size, FreeFn free_fn,
                 void* free_fn_context = nullptr)
      : data_(data),
        free_fn_(free_fn),
        free_fn_context_(free_fn_context),
        size_(size) {}

  /// As above, for bytes at the device address `data_uint64`.
  explicit FreeableBuffer(const uint64_t data_uint64, size_t size,
                          FreeUInt64Fn free_fn, void* free_fn_context = nullptr)
      : is_uint64_(true),
        data_uint64_(data_uint64),
        free_uint64_fn_(free_fn),
        free_fn_context_(free_fn_context),
        size_(size) {}

  /// Leaves `other` empty.
  FreeableBuffer(FreeableBuffer&& other) noexcept
      : is_uint64_(other.is_uint64_),
        data_(other.data_),
        data_uint64_(other.data_uint64_),
        free_fn_(other.free_fn_),
        free_uint64_fn_(other.free_uint64_fn_),
        free_fn_context_(other.free_fn_context_),
        size_(other.size_) {
    other.forget();
  }

  ~FreeableBuffer() { Free(); }

  FreeableBuffer(const FreeableBuffer&) = delete;
  FreeableBuffer& operator=(const FreeableBuffer&) = delete;
  FreeableBuffer& operator=(FreeableBuffer&&) noexcept = delete;

  /// Frees the bytes now. The buffer is empty afterwards.
  void Free() {
    if (data_ != nullptr && free_fn_ != nullptr) {
      free_fn_(free_fn_context_, const_cast<void*>(data_), size_);
    }
    if (data_uint64_ != 0 && free_uint64_fn_ != nullptr) {
      free_uint64_fn_(free_fn_context_, data_uint64_, size_);
    }
    forget();
  }

  /// Number of bytes; 0 once freed.
  size_t size() const { return size_; }

  /// Start of the bytes; nullptr once freed. Aborts on a buffer named by a
  /// number; data_safe() returns Error::InvalidType then.
  const void* data() const {
    ET_CHECK_MSG(!is_uint64_, "the buffer has a device address, no pointer");
    return data_;
  }
  Result<const void*> data_safe() const {
    ET_CHECK_OR_RETURN_ERROR(!is_uint64_, InvalidType,
                             "the buffer has a device address, no pointer");
    return data_;
  }

  /// Device address of the bytes.
  ///
  /// @retval Error::InvalidType The buffer is named by a pointer.
  Result<uint64_t> data_uint64_type() const {
    ET_CHECK_OR_RETURN_ERROR(is_uint64_, InvalidType,
                             "the buffer has a pointer, no device address");
    return data_uint64_;
  }

 private:
  void forget() {
    data_ = nullptr;
    data_uint64_ = 0;
    size_ = 0;
  }

  bool is_uint64_ = false;
  const void* data_ = nullptr;
  uint64_t data_uint64_ = 0;
  FreeFn free_fn_ = nullptr;
  FreeUInt64Fn free_uint64_fn_ = nullptr;
  void* free_fn_context_ = nullptr;
  size_t size_ = 0;
};

}  // namespace runtime
}  // namespace executorch
