#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

/// A view of `size()` consecutive elements that can be changed through it
/// unless T is const. It owns nothing; the elements must outlive it.
template <typename T>
class Span final {
 public:
  using value_type = T;
  using iterator = T*;
  using size_type = size_t;

  /* implicit */ constexpr Span() noexcept : data_(nullptr), size_(0) {}

  Span(T* data, size_t length) : data_(data), size_(length) {
    ET_DCHECK(data != nullptr || length == 0);
  }

  /// A view of [begin, end).
  Span(T* begin, T* end)
      : data_(begin), size_(static_cast<size_t>(end - begin)) {}

  template <size_t N>
  /* implicit */ constexpr Span(T (&array)[N]) : data_(array), size_(N) {}

  /// A view of one element.
  /* implicit */ constexpr Span(T& element) : data_(&element), size_(1) {}

  iterator begin() const noexcept { return data_; }
  iterator end() const noexcept { return data_ + size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T* data() const noexcept { return data_; }
  constexpr size_t size() const noexcept { return size_; }

  /// An element; the index is not checked.
  T& operator[](size_t index) const { return data_[index]; }

 private:
  T* data_;
  size_type size_;
};

}  // namespace runtime
}  // namespace executorch
