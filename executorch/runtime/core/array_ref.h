#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Not used here: sources for ExecuTorch take it as included.
#include <c10/util/irange.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

/// A view of `size()` consecutive elements that it neither owns nor changes.
/// Whoever owns them must outlive it.
template <typename T>
class ArrayRef final {
 public:
  using iterator = const T*;
  using const_iterator = const T*;
  using size_type = size_t;
  using value_type = T;

  constexpr ArrayRef() : data_(nullptr), size_(0) {}

  /// A view of one element. A temporary lives until the end of the expression.
  /* implicit */ constexpr ArrayRef(const T& element)
      : data_(&element), size_(1) {}

  ArrayRef(const T* data, size_t length) : data_(data), size_(length) {
    ET_DCHECK(data != nullptr || length == 0);
  }

  /// A view of [begin, end).
  ArrayRef(const T* begin, const T* end)
      : data_(begin), size_(static_cast<size_t>(end - begin)) {}

  template <size_t N>
  /* implicit */ constexpr ArrayRef(const std::array<T, N>& array)
      : data_(array.data()), size_(N) {}

  template <size_t N>
  /* implicit */ constexpr ArrayRef(const T (&array)[N])
      : data_(array), size_(N) {}

  constexpr iterator begin() const { return data_; }
  constexpr iterator end() const { return data_ + size_; }
  constexpr const_iterator cbegin() const { return begin(); }
  constexpr const_iterator cend() const { return end(); }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* data() const { return data_; }
  constexpr size_t size() const { return size_; }

  /// The first and the last element. They abort on an empty view.
  const T& front() const { return at(0); }
  const T& back() const {
    ET_CHECK(!empty());
    return data_[size_ - 1];
  }

  /// An element. operator[] does not check the index; at() aborts on a bad one.
  constexpr const T& operator[](size_t index) const { return data_[index]; }
  const T& at(size_t index) const {
    ET_CHECK(index < size_);
    return data_[index];
  }

  bool equals(ArrayRef other) const {
    if (size_ != other.size_) {
      return false;
    }
    for (size_t i = 0; i < size_; ++i) {
      if (data_[i] != other.data_[i]) {
        return false;
      }
    }
    return true;
  }

  /// The `length` elements from `start` on, or all from there to the end.
  /// Aborts if they are not all within this view.
  ArrayRef<T> slice(size_t start, size_t length) const {
    ET_CHECK(start <= size_ && length <= size_ - start);
    return ArrayRef<T>(data_ + start, length);
  }
  ArrayRef<T> slice(size_t start) const {
    ET_CHECK(start <= size_);
    return slice(start, size_ - start);
  }

 private:
  const T* data_;
  size_type size_;
};

template <typename T>
ArrayRef<T> makeArrayRef(const T& element) {
  return element;
}
template <typename T>
ArrayRef<T> makeArrayRef(const T* data, size_t length) {
  return ArrayRef<T>(data, length);
}
template <typename T>
ArrayRef<T> makeArrayRef(const T* begin, const T* end) {
  return ArrayRef<T>(begin, end);
}
template <typename T, size_t N>
ArrayRef<T> makeArrayRef(const std::array<T, N>& array) {
  return array;
}
template <typename T, size_t N>
ArrayRef<T> makeArrayRef(const T (&array)[N]) {
  return ArrayRef<T>(array);
}
template <typename T>
ArrayRef<T> makeArrayRef(const ArrayRef<T>& view) {
  return view;
}
template <typename T>
ArrayRef<T>& makeArrayRef(ArrayRef<T>& view) {
  return view;
}

template <typename T>
bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <typename T>
bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}

using IntArrayRef = ArrayRef<int64_t>;

}  // namespace runtime
}  // namespace executorch
