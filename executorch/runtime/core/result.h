#pragma once

/// A value or the error that stands in its place.

#include <new>
#include <utility>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

/// Holds a T or an Error. Return either from a function that returns
/// Result<T>; the caller asks ok() before get(). It can be moved but neither
/// copied nor assigned.
///
/// @tparam T Any type that can be moved or copied.
template <typename T>
class Result final {
 public:
  using value_type = T;

  /// Holds an error. Error::Ok is no error: Internal is held instead.
  /* implicit */ Result(Error error)
      : error_(error == Error::Ok ? Error::Internal : error),
        has_value_(false) {}

  /* implicit */ Result(const T& value) : value_(value), has_value_(true) {}
  /* implicit */ Result(T&& value)
      : value_(std::move(value)), has_value_(true) {}

  Result(Result&& other) noexcept : has_value_(other.has_value_) {
    if (has_value_) {
      new (&value_) T(std::move(other.value_));
    } else {
      error_ = other.error_;
    }
  }

  ~Result() {
    if (has_value_) {
      value_.~T();
    }
  }

  Result() = delete;
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  Result& operator=(Result&&) = delete;

  /// Tells whether there is a value.
  ET_NODISCARD bool ok() const { return has_value_; }

  /// Returns the error, or Error::Ok if there is a value.
  ET_NODISCARD Error error() const { return has_value_ ? Error::Ok : error_; }

  /// Return the value. They abort if there is none.
  T& get() {
    check_ok();
    return value_;
  }
  const T& get() const {
    check_ok();
    return value_;
  }
  T& operator*() & { return get(); }
  const T& operator*() const& { return get(); }
  T* operator->() { return &get(); }
  const T* operator->() const { return &get(); }

 private:
  void check_ok() const { ET_CHECK(has_value_); }

  union {
    T value_;
    Error error_;
  };
  const bool has_value_;
};

}  // namespace runtime
}  // namespace executorch

#define ET_INTERNAL_SELECT_UNWRAP(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, \
                                  kind, ...)                               \
  ET_INTERNAL_UNWRAP_##kind

/// The value of a Result, as an expression; returns its error to the caller
/// instead if it has none. A message may follow, as in
/// ET_CHECK_OK_OR_RETURN_ERROR. Needs GNU statement expressions.
#define ET_UNWRAP(...)                                                      \
  ET_INTERNAL_SELECT_UNWRAP(__VA_ARGS__, MSG, MSG, MSG, MSG, MSG, MSG, MSG, \
                            MSG, MSG, ONLY, unused)                         \
  (__VA_ARGS__)

#define ET_INTERNAL_UNWRAP_ONLY(result__) \
  ({                                      \
    auto et_result__ = (result__);        \
    if (!et_result__.ok()) {              \
      return et_result__.error();         \
    }                                     \
    std::move(*et_result__);              \
  })

#define ET_INTERNAL_UNWRAP_MSG(result__, message__, ...) \
  ({                                                     \
    auto et_result__ = (result__);                       \
    if (!et_result__.ok()) {                             \
      ET_LOG(Error, message__, ##__VA_ARGS__);           \
      return et_result__.error();                        \
    }                                                    \
    std::move(*et_result__);                             \
  })

#define ET_INTERNAL_SELECT_ASSIGN(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, \
                                  _11, kind, ...)                          \
  ET_INTERNAL_ASSIGN_##kind

/// Declares a variable with the value of a Result, or returns its error:
/// ET_ASSIGN_OR_RETURN(meta, program.method_meta(name)). A message may follow.
#define ET_ASSIGN_OR_RETURN(...)                                            \
  ET_INTERNAL_SELECT_ASSIGN(__VA_ARGS__, MSG, MSG, MSG, MSG, MSG, MSG, MSG, \
                            MSG, MSG, ONLY, -, unused)                      \
  (__VA_ARGS__)

#define ET_INTERNAL_ASSIGN_ONLY(var__, result__) \
  auto et_assign_result_##var__ = (result__);    \
  if (!et_assign_result_##var__.ok()) {          \
    return et_assign_result_##var__.error();     \
  }                                              \
  auto var__ = std::move(*et_assign_result_##var__)

#define ET_INTERNAL_ASSIGN_MSG(var__, result__, message__, ...) \
  auto et_assign_result_##var__ = (result__);                   \
  if (!et_assign_result_##var__.ok()) {                         \
    ET_LOG(Error, message__, ##__VA_ARGS__);                    \
    return et_assign_result_##var__.error();                    \
  }                                                             \
  auto var__ = std::move(*et_assign_result_##var__)
