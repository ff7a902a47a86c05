#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/executor/method.h>

#include <cstddef>

/// For sources that ask for the namespace by this name.
#define BUNDLED_PROGRAM_NAMESPACE bundled_program

namespace executorch {
namespace bundled_program {

/// A bundled program file in memory, aligned to 16 bytes. Since no length is
/// known, the functions that take one trust its offsets: check files with
/// get_program_data() before.
using SerializedBundledProgram = const void;

using runtime::Method;

/// Sets the inputs of a method to those of a test case, and tells the method's
/// event tracer which one it is. Inputs without planned memory share their data
/// with the file, which must outlive the execution.
///
/// @param[in] method The method; the file has its test cases by its name.
/// @param[in] testset_idx Which case.
/// @retval Error::NotSupported This is no bundled program, or an input does not
///     fit the method.
/// @retval Error::InvalidArgument There are no such cases, no such case, or it
///     has too few inputs.
/// @retval Error::InvalidExternalData An input is damaged.
ET_NODISCARD runtime::Error load_bundled_input(
    Method& method, SerializedBundledProgram* bundled_program_ptr,
    size_t testset_idx);

/// How far outputs are from the expected ones, over all elements of all
/// outputs. An error is relative to the larger of both absolute values, and to
/// 1e-8 at least.
struct ErrorStats {
  /// If it is not Ok, the numbers are 0.
  runtime::Error status;
  double mean_abs_error;
  double max_abs_error;
  double mean_relative_error;
  double max_relative_error;
};

/// Compares the outputs of a method that has been executed with those of a test
/// case. Outputs must be tensors of real numbers.
///
/// Its status is Error::InvalidArgument where there is no such case, it has no
/// outputs, or sizes or types differ, and Error::NotSupported for outputs that
/// cannot be measured.
ET_NODISCARD ErrorStats compute_method_output_error_stats(
    Method& method, SerializedBundledProgram* bundled_program_ptr,
    size_t testset_idx);

/// Checks the outputs of a method that has been executed against those of a
/// test case. Floating point values a and b, b the method's, are alike if
/// |a - b| <= atol + rtol * |b|, if both are NaN, or if both are the same
/// infinity; other values if they are equal.
///
/// @retval Error::NotFound They are not alike, as logged.
/// @retval Error::InvalidArgument There are no such cases, or no such case.
/// @retval Error::NotSupported This is no bundled program, the case has no
///     outputs, or one of a type that is not compared.
/// @retval Error::InvalidExternalData An expected output is damaged.
ET_NODISCARD runtime::Error verify_method_outputs(
    Method& method, SerializedBundledProgram* bundled_program_ptr,
    size_t testset_idx, double rtol = 1e-5, double atol = 1e-8);

/// Verifies a file and finds the program in it.
///
/// @param[in] file_data, file_data_len The file, aligned to 16 bytes.
/// @param[out] out_program_data, out_program_data_len The program, a part of
///     the file.
/// @retval Error::NotSupported This is no bundled program.
/// @retval Error::InvalidExternalData It is damaged.
ET_NODISCARD runtime::Error get_program_data(void* file_data,
                                             size_t file_data_len,
                                             const void** out_program_data,
                                             size_t* out_program_data_len);

/// Tells by the file identifier. The rest of the file may be damaged.
bool is_bundled_program(void* file_data, size_t file_data_len);

ET_DEPRECATED inline bool is_bundled_program(void* file_data) {
  return is_bundled_program(file_data, 128);
}

}  // namespace bundled_program
}  // namespace executorch

/// The names of earlier releases.
namespace torch {
namespace executor {
namespace bundled_program {

using serialized_bundled_program =
    ::executorch::bundled_program::SerializedBundledProgram;

ET_NODISCARD inline ::executorch::runtime::Error LoadBundledInput(
    ::executorch::runtime::Method& method,
    serialized_bundled_program* bundled_program_ptr, size_t testset_idx) {
  return ::executorch::bundled_program::load_bundled_input(
      method, bundled_program_ptr, testset_idx);
}

ET_NODISCARD inline ::executorch::runtime::Error
VerifyResultWithBundledExpectedOutput(
    ::executorch::runtime::Method& method,
    serialized_bundled_program* bundled_program_ptr, size_t testset_idx,
    double rtol = 1e-5, double atol = 1e-8) {
  return ::executorch::bundled_program::verify_method_outputs(
      method, bundled_program_ptr, testset_idx, rtol, atol);
}

ET_NODISCARD inline ::executorch::runtime::Error GetProgramData(
    void* file_data, size_t file_data_len, const void** out_program_data,
    size_t* out_program_data_len) {
  return ::executorch::bundled_program::get_program_data(
      file_data, file_data_len, out_program_data, out_program_data_len);
}

inline bool IsBundledProgram(void* file_data) {
  return ::executorch::bundled_program::is_bundled_program(file_data, 128);
}

}  // namespace bundled_program
}  // namespace executor
}  // namespace torch
