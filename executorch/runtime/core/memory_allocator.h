#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

/// Hands out pieces of a buffer of the caller, one after the other. Single
/// pieces cannot be given back; reset() gives back all of them. Destructors of
/// what was put there are never called. Not thread-safe.
///
/// Override allocate() to take memory from elsewhere.
class MemoryAllocator {
 public:
  static constexpr size_t kDefaultAlignment = alignof(void*);

  /// @param[in] size Bytes at `base_address`.
  /// @param[in] base_address Memory of the caller, valid as long as the
  ///     allocator and what it hands out are used; nullptr only with size 0.
  MemoryAllocator(uint32_t size, uint8_t* base_address)
      : base_(base_address), used_(0), size_(size) {
    ET_CHECK_MSG(base_address != nullptr || size == 0,
                 "no memory for an allocator of %zu bytes",
                 static_cast<size_t>(size));
  }

  virtual ~MemoryAllocator() = default;

  /// Returns `size` bytes aligned to `alignment`, or nullptr if there is no
  /// room or `alignment` is no power of two.
  virtual void* allocate(size_t size, size_t alignment = kDefaultAlignment) {
    return take(size, alignment);
  }

  /// Returns room for one T, uninitialised, or nullptr.
  template <typename T>
  T* allocateInstance(size_t alignment = alignof(T)) {
    return static_cast<T*>(this->allocate(sizeof(T), alignment));
  }

  /// Returns room for `size` elements of T, uninitialised, or nullptr.
  template <typename T>
  T* allocateList(size_t size, size_t alignment = alignof(T)) {
    size_t nbytes = 0;
    if (internal::mul_overflows(size, sizeof(T), &nbytes)) {
      ET_LOG(Error, "%zu elements of %zu bytes are too many", size, sizeof(T));
      return nullptr;
    }
    return static_cast<T*>(this->allocate(nbytes, alignment));
  }

  /// Start of the buffer.
  virtual uint8_t* base_address() const { return base_; }

  /// Bytes of the buffer.
  virtual uint32_t size() const { return size_; }

  /// Bytes handed out so far, with the padding in front of them.
  virtual size_t used_size() const { return used_; }

  /// Bytes left.
  virtual size_t free_size() const { return size_ - used_; }

  /// Takes back all that was handed out.
  virtual void reset() { used_ = 0; }

  /// Present for sources written against earlier releases; does nothing.
  void enable_profiling(ET_UNUSED const char* name) {}

 protected:
  int32_t prof_id() const { return -1; }

  static constexpr bool isPowerOf2(size_t value) {
    return value != 0 && (value & (value - 1)) == 0;
  }

  /// Returns the first multiple of `alignment` at or behind `ptr`.
  static uint8_t* alignPointer(void* ptr, size_t alignment) {
    const auto address = reinterpret_cast<uintptr_t>(ptr);
    const auto mask = static_cast<uintptr_t>(alignment - 1);
    return reinterpret_cast<uint8_t*>((address + mask) & ~mask);
  }

 private:
  // Out of line and not virtual: a virtual function out of line would keep the
  // type information, which applications need, in a library built without it.
  void* take(size_t size, size_t alignment);

  uint8_t* const base_;
  size_t used_;
  uint32_t const size_;
};

}  // namespace runtime
}  // namespace executorch
