#pragma once

#include <iterator>
#include <type_traits>

namespace c10 {

/// The integers of [begin, end), for range-based loops.
template <typename I>
class integer_range {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = I;
    using difference_type = std::ptrdiff_t;
    using pointer = I*;
    using reference = I&;

    explicit constexpr iterator(I value) : value_(value) {}
    constexpr I operator*() const { return value_; }
    constexpr iterator& operator++() {
      ++value_;
      return *this;
    }
    constexpr iterator operator++(int) {
      iterator before = *this;
      ++value_;
      return before;
    }
    constexpr bool operator==(const iterator& other) const {
      return value_ == other.value_;
    }
    constexpr bool operator!=(const iterator& other) const {
      return value_ != other.value_;
    }

   private:
    I value_;
  };

  constexpr integer_range(I begin, I end)
      : begin_(begin), end_(end < begin ? begin : end) {}
  constexpr iterator begin() const { return iterator(begin_); }
  constexpr iterator end() const { return iterator(end_); }

 private:
  I begin_;
  I end_;
};

/// The integers from 0, or from `begin`, up to but without `end`.
template <typename I>
constexpr integer_range<I> irange(I end) {
  return {I(0), end};
}
template <typename I1, typename I2>
constexpr integer_range<I2> irange(I1 begin, I2 end) {
  return {static_cast<I2>(begin), end};
}

}  // namespace c10
