#pragma once

/// Private to devtools/bundled_program: the values of a file, as the runtime
/// has them.

#include <executorch/devtools/bundled_program/schema/bundled_program_schema_generated.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/result.h>

#include <optional>

namespace executorch {
namespace bundled_program {
namespace internal {

/// A value of a file. It shares the data with the file.
class BundledValue {
 public:
  BundledValue() = default;
  BundledValue(const BundledValue&) = delete;
  BundledValue& operator=(const BundledValue&) = delete;

  /// Checks the value and takes it over.
  ///
  /// @retval Error::InvalidExternalData It is damaged.
  /// @retval Error::NotSupported It has an unknown type.
  runtime::Error read(const bundled_program_flatbuffer::Value* value);

  /// Valid as long as this object.
  const runtime::EValue& get() const { return value_; }

 private:
  runtime::Error read_tensor(const bundled_program_flatbuffer::Tensor* tensor);

  aten::StridesType strides_[runtime::kTensorDimensionLimit] = {};
  std::optional<aten::TensorImpl> impl_;
  runtime::EValue value_;
};

/// The tolerance of verify_method_outputs().
struct Tolerance {
  double rtol;
  double atol;
};

/// Returns Error::Ok if the values are alike, Error::NotFound if not, and
/// Error::NotSupported for types that are not compared.
runtime::Error compare(const runtime::EValue& expected,
                       const runtime::EValue& actual,
                       const Tolerance& tolerance);

/// Sums and maxima of errors.
struct ErrorSums {
  double sum_abs = 0;
  double max_abs = 0;
  double sum_relative = 0;
  double max_relative = 0;
  double count = 0;
};

/// Adds the errors of a tensor.
///
/// @retval Error::InvalidArgument Types or sizes differ.
/// @retval Error::NotSupported These are no tensors of real numbers.
runtime::Error add_errors(const runtime::EValue& expected,
                          const runtime::EValue& actual, ErrorSums& sums);

}  // namespace internal
}  // namespace bundled_program
}  // namespace executorch
