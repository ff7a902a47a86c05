#pragma once

#include <optional>

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>

namespace executorch {
namespace runtime {

struct EValue;

/// A list argument whose elements are values of the method and may change from
/// call to call. get() copies the present elements into an array of T.
///
/// @tparam T int64_t, aten::Tensor or std::optional<aten::Tensor>.
template <typename T>
class BoxedEvalueList {
 public:
  BoxedEvalueList() = default;

  /// Aborts on a null array or a negative size.
  ///
  /// @param[in] wrapped_vals `size` values; of an optional tensor, nullptr
  ///     stands for none.
  /// @param[in] unwrapped_vals Room for `size` elements, which get() fills.
  ///     Both arrays must outlive the list.
  BoxedEvalueList(EValue** wrapped_vals, T* unwrapped_vals, int size)
      : wrapped_vals_(checked(wrapped_vals, size), static_cast<size_t>(size)),
        unwrapped_vals_(unwrapped_vals) {
    ET_CHECK_MSG(unwrapped_vals != nullptr, "unwrapped_vals cannot be null");
  }

  /// Returns the elements; the array is overwritten by the next call. Aborts if
  /// one is missing or has another type.
  aten::ArrayRef<T> get() const {
    Result<aten::ArrayRef<T>> elements = tryGet();
    ET_CHECK_MSG(elements.ok(), "a list element is missing or of another type");
    return *elements;
  }

  /// As get().
  ///
  /// @retval Error::InvalidState An element is missing.
  /// @retval Error::InvalidType An element has another type.
  Result<aten::ArrayRef<T>> tryGet() const;

  /// Number of elements.
  size_t size() const { return wrapped_vals_.size(); }

  /// Ends the life of the elements that get() made.
  void destroy_elements() {
    for (size_t i = 0; i < wrapped_vals_.size(); ++i) {
      unwrapped_vals_[i].~T();
    }
  }

 private:
  static EValue** checked(EValue** wrapped_vals, int size) {
    ET_CHECK_MSG(wrapped_vals != nullptr, "wrapped_vals cannot be null");
    ET_CHECK_MSG(size >= 0, "size cannot be negative");
    return wrapped_vals;
  }

  aten::ArrayRef<EValue*> wrapped_vals_;
  mutable T* unwrapped_vals_ = nullptr;
};

template <>
Result<aten::ArrayRef<int64_t>> BoxedEvalueList<int64_t>::tryGet() const;
template <>
Result<aten::ArrayRef<aten::Tensor>> BoxedEvalueList<aten::Tensor>::tryGet()
    const;
template <>
Result<aten::ArrayRef<std::optional<aten::Tensor>>>
BoxedEvalueList<std::optional<aten::Tensor>>::tryGet() const;

}  // namespace runtime
}  // namespace executorch
