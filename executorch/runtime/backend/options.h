#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <variant>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace runtime {

/// Bytes of a key and of a text, with the terminating zero.
static constexpr size_t kMaxOptionKeyLength = 64;
static constexpr size_t kMaxOptionValueLength = 256;

using OptionValue =
    std::variant<bool, int, std::array<char, kMaxOptionValueLength>>;

/// A setting of a backend, given by the application at run time.
struct BackendOption {
  char key[kMaxOptionKeyLength]{};
  OptionValue value;
};

namespace internal {

/// Copies a zero-terminated text, cut to `capacity` bytes with its zero.
inline void copy_text(char* to, size_t capacity, const char* from) {
  size_t length = 0;
  for (; length + 1 < capacity && from[length] != '\0'; ++length) {
    to[length] = from[length];
  }
  to[length] = '\0';
}

/// Finds an option and stores its value. T is bool, int or const char*; a text
/// stays in the option.
///
/// @retval Error::NotFound There is no such key.
/// @retval Error::InvalidArgument The value has another type.
template <typename T>
Error read_option(const BackendOption* options, size_t size, const char* key,
                  T& out) {
  for (size_t i = 0; i < size; ++i) {
    if (std::strcmp(options[i].key, key) != 0) {
      continue;
    }
    if constexpr (std::is_same<T, const char*>::value) {
      const auto* text = std::get_if<std::array<char, kMaxOptionValueLength>>(
          &options[i].value);
      out = text == nullptr ? out : text->data();
      return text == nullptr ? Error::InvalidArgument : Error::Ok;
    } else {
      const auto* value = std::get_if<T>(&options[i].value);
      out = value == nullptr ? out : *value;
      return value == nullptr ? Error::InvalidArgument : Error::Ok;
    }
  }
  return Error::NotFound;
}

}  // namespace internal

/// A list of up to MaxCapacity options with different keys.
template <size_t MaxCapacity>
class BackendOptions {
 public:
  BackendOptions() = default;

  /// The options; valid as long as this object.
  Span<BackendOption> view() { return {options_, size_}; }

  /// Adds an option, or gives it another value. A text is copied, cut to 255
  /// bytes.
  ///
  /// @retval Error::InvalidArgument The list is full.
  template <size_t N>
  Error set_option(const char (&key)[N], bool value) noexcept {
    return set<N>(key, OptionValue(value));
  }
  template <size_t N>
  Error set_option(const char (&key)[N], int value) noexcept {
    return set<N>(key, OptionValue(value));
  }
  template <size_t N>
  Error set_option(const char (&key)[N], const char* value) noexcept {
    std::array<char, kMaxOptionValueLength> text{};
    internal::copy_text(text.data(), text.size(), value);
    return set<N>(key, OptionValue(text));
  }

  /// As internal::read_option().
  template <typename T, size_t KeyLen>
  Error get_option(const char (&key)[KeyLen], T& out) const {
    static_assert(KeyLen <= kMaxOptionKeyLength, "the key is too long");
    return internal::read_option(options_, size_, key, out);
  }

 private:
  template <size_t N>
  Error set(const char* key, const OptionValue& value) {
    static_assert(N <= kMaxOptionKeyLength, "the key is too long");
    size_t i = 0;
    while (i < size_ && std::strcmp(options_[i].key, key) != 0) {
      ++i;
    }
    if (i == MaxCapacity) {
      return Error::InvalidArgument;
    }
    internal::copy_text(options_[i].key, kMaxOptionKeyLength, key);
    options_[i].value = value;
    size_ = i == size_ ? size_ + 1 : size_;
    return Error::Ok;
  }

  BackendOption options_[MaxCapacity]{};
  size_t size_ = 0;
};

}  // namespace runtime
}  // namespace executorch
