#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <optional>

namespace executorch::ops {

/// Result dtype of an operator with several operands, as eager PyTorch has it
/// (torch.result_type): operands of rank above 0 decide, 0-d tensors and
/// Python numbers count only by their category (bool < integer < floating).
class ResultType {
 public:
  ResultType& add_tensor(aten::ScalarType dtype, bool is_zero_dim) {
    merge(is_zero_dim ? zero_dim_ : dim_, dtype);
    return *this;
  }

  /// A Python number: Bool, Long or Float for bool, int and float.
  ResultType& add_number(aten::ScalarType category) {
    merge(number_, category);
    return *this;
  }

  aten::ScalarType get() const {
    return combine(dim_, combine(zero_dim_, number_))
        .value_or(aten::ScalarType::Float);
  }

 private:
  using Maybe = std::optional<aten::ScalarType>;

  static void merge(Maybe& into, aten::ScalarType dtype) {
    into = into ? runtime::promoteTypes(*into, dtype) : dtype;
  }

  static bool is_floating(const Maybe& dtype) {
    return dtype && runtime::isFloatingType(*dtype);
  }

  static Maybe combine(const Maybe& higher, const Maybe& lower) {
    if (!higher || !lower) {
      return higher ? higher : lower;
    }
    if (is_floating(higher)) {
      return higher;
    }
    if (*higher == aten::ScalarType::Bool || is_floating(lower)) {
      return runtime::promoteTypes(*higher, *lower);
    }
    return higher;
  }

  Maybe dim_;
  Maybe zero_dim_;
  Maybe number_;
};

/// Integers and bool become Float (the default dtype), as in aten::sigmoid.
inline aten::ScalarType to_floating(aten::ScalarType dtype) {
  return runtime::isFloatingType(dtype) ? dtype : aten::ScalarType::Float;
}

/// Integers and bool become Long, as in aten::sum.
inline aten::ScalarType to_sum_type(aten::ScalarType dtype) {
  return runtime::isFloatingType(dtype) ? dtype : aten::ScalarType::Long;
}

}  // namespace executorch::ops
