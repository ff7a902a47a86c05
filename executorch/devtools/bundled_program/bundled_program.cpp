#include <executorch/devtools/bundled_program/bundled_program.h>
#include <executorch/devtools/bundled_program/bundled_values.h>
#include <executorch/devtools/bundled_program/schema/bundled_program_schema_generated.h>
#include <executorch/runtime/core/event_tracer_hooks.h>

#include <string_view>

namespace executorch {
namespace bundled_program {

namespace fb = ::bundled_program_flatbuffer;

using internal::BundledValue;
using runtime::Error;
using runtime::Result;

namespace {

using Values = flatbuffers::Vector<flatbuffers::Offset<fb::Value>>;

bool has_identifier(SerializedBundledProgram* file) {
  return file != nullptr && fb::BundledProgramBufferHasIdentifier(file);
}

size_t size_of(const Values* values) {
  return values == nullptr ? 0 : values->size();
}

/// The cases of a method are those of the first suite with its name.
Result<const fb::BundledMethodTestCase*> find_test_case(
    const Method& method, SerializedBundledProgram* file, size_t index) {
  const std::string_view name = method.method_meta().name();
  const auto* const suites = fb::GetBundledProgram(file)->method_test_suites();
  for (size_t i = 0; suites != nullptr && i < suites->size(); ++i) {
    const auto* const suite =
        suites->Get(static_cast<flatbuffers::uoffset_t>(i));
    if (suite->method_name() == nullptr ||
        suite->method_name()->string_view() != name) {
      continue;
    }
    const size_t num_cases =
        suite->test_cases() == nullptr ? 0 : suite->test_cases()->size();
    ET_CHECK_OR_RETURN_ERROR(index < num_cases, InvalidArgument,
                             "test case %zu of %zu", index, num_cases);
    return suite->test_cases()->Get(static_cast<flatbuffers::uoffset_t>(index));
  }
  ET_LOG(Error, "the bundled program has no test cases for method %s",
         method.method_meta().name());
  return Error::InvalidArgument;
}

/// Reads an expected output and gives it and the method's to `use`.
template <typename Use>
Error for_each_output(Method& method, const Values* expected, Use use) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    BundledValue value;
    ET_CHECK_OK_OR_RETURN_ERROR(
        value.read(expected->Get(static_cast<flatbuffers::uoffset_t>(i))),
        "expected output %zu", i);
    ET_CHECK_OK_OR_RETURN_ERROR(use(value.get(), method.get_output(i)),
                                "output %zu", i);
  }
  return Error::Ok;
}

Error sum_errors(Method& method, SerializedBundledProgram* file, size_t index,
                 internal::ErrorSums& sums) {
  ET_CHECK_OR_RETURN_ERROR(has_identifier(file), InvalidArgument,
                           "this is no bundled program");
  const auto test_case = find_test_case(method, file, index);
  if (!test_case.ok()) {
    return test_case.error();
  }
  const auto* const expected = (*test_case)->expected_outputs();
  ET_CHECK_OR_RETURN_ERROR(
      size_of(expected) > 0 && size_of(expected) >= method.outputs_size(),
      InvalidArgument, "the test case has %zu outputs, the method %zu",
      size_of(expected), method.outputs_size());
  return for_each_output(method, expected,
                         [&](const auto& wanted, const auto& found) {
                           return internal::add_errors(wanted, found, sums);
                         });
}

}  // namespace

Error load_bundled_input(Method& method,
                         SerializedBundledProgram* bundled_program_ptr,
                         size_t testset_idx) {
  ET_CHECK_OR_RETURN_ERROR(has_identifier(bundled_program_ptr), NotSupported,
                           "this is no bundled program");
  const auto test_case =
      find_test_case(method, bundled_program_ptr, testset_idx);
  if (!test_case.ok()) {
    return test_case.error();
  }
  const auto* const inputs = (*test_case)->inputs();
  ET_CHECK_OR_RETURN_ERROR(size_of(inputs) >= method.inputs_size(),
                           InvalidArgument,
                           "the test case has %zu inputs, the method %zu",
                           size_of(inputs), method.inputs_size());
  for (size_t i = 0; i < method.inputs_size(); ++i) {
    BundledValue value;
    ET_CHECK_OK_OR_RETURN_ERROR(
        value.read(inputs->Get(static_cast<flatbuffers::uoffset_t>(i))),
        "bundled input %zu", i);
    ET_CHECK_OR_RETURN_ERROR(method.set_input(value.get(), i) == Error::Ok,
                             NotSupported,
                             "bundled input %zu does not fit the method", i);
  }
  runtime::internal::event_tracer_set_bundled_input_index(
      method.get_event_tracer(), static_cast<int>(testset_idx));
  return Error::Ok;
}

ErrorStats compute_method_output_error_stats(
    Method& method, SerializedBundledProgram* bundled_program_ptr,
    size_t testset_idx) {
  internal::ErrorSums sums;
  const Error error =
      sum_errors(method, bundled_program_ptr, testset_idx, sums);
  if (error != Error::Ok || sums.count == 0) {
    return {error, 0, 0, 0, 0};
  }
  return {Error::Ok, sums.sum_abs / sums.count, sums.max_abs,
          sums.sum_relative / sums.count, sums.max_relative};
}

Error verify_method_outputs(Method& method,
                            SerializedBundledProgram* bundled_program_ptr,
                            size_t testset_idx, double rtol, double atol) {
  ET_CHECK_OR_RETURN_ERROR(has_identifier(bundled_program_ptr), NotSupported,
                           "this is no bundled program");
  const auto test_case =
      find_test_case(method, bundled_program_ptr, testset_idx);
  if (!test_case.ok()) {
    return test_case.error();
  }
  const auto* const expected = (*test_case)->expected_outputs();
  ET_CHECK_OR_RETURN_ERROR(
      size_of(expected) > 0 && size_of(expected) >= method.outputs_size(),
      NotSupported, "the test case has %zu outputs, the method %zu",
      size_of(expected), method.outputs_size());
  return for_each_output(
      method, expected, [&](const auto& wanted, const auto& found) {
        return internal::compare(wanted, found, {rtol, atol});
      });
}

Error get_program_data(void* file_data, size_t file_data_len,
                       const void** out_program_data,
                       size_t* out_program_data_len) {
  ET_CHECK_OR_RETURN_ERROR(is_bundled_program(file_data, file_data_len),
                           NotSupported, "this is no bundled program");
  flatbuffers::Verifier verifier(static_cast<const uint8_t*>(file_data),
                                 file_data_len);
  ET_CHECK_OR_RETURN_ERROR(file_data_len < FLATBUFFERS_MAX_BUFFER_SIZE &&
                               fb::VerifyBundledProgramBuffer(verifier),
                           InvalidExternalData,
                           "the bundled program is cut off or damaged");
  const auto* const program = fb::GetBundledProgram(file_data)->program();
  ET_CHECK_OR_RETURN_ERROR(program != nullptr, InvalidExternalData,
                           "the bundled program has no program");
  *out_program_data = program->data();
  *out_program_data_len = program->size();
  return Error::Ok;
}

bool is_bundled_program(void* file_data, size_t file_data_len) {
  constexpr size_t kIdentifierEnd = 8;
  return file_data_len >= kIdentifierEnd && has_identifier(file_data);
}

}  // namespace bundled_program
}  // namespace executorch
