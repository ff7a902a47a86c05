#include "bundle_file.h"

#include <bundled_program_schema_generated.h>

namespace {

namespace fb = bundled_program_flatbuffer;

using Values = flatbuffers::Vector<flatbuffers::Offset<fb::Value>>;

BundledValue read_value(const fb::Value& value) {
  if (const auto* number = value.val_as_Int()) {
    return number->int_val();
  }
  if (const auto* number = value.val_as_Double()) {
    return number->double_val();
  }
  if (const auto* flag = value.val_as_Bool()) {
    return flag->bool_val();
  }
  const auto* tensor = value.val_as_Tensor();
  return BundledTensor{
      static_cast<int>(tensor->scalar_type()),
      {tensor->sizes()->begin(), tensor->sizes()->end()},
      {tensor->dim_order()->begin(), tensor->dim_order()->end()},
      {tensor->data()->begin(), tensor->data()->end()}};
}

std::vector<BundledValue> read_values(const Values& values) {
  std::vector<BundledValue> read;
  for (const auto* value : values) {
    read.push_back(read_value(*value));
  }
  return read;
}

}  // namespace

std::optional<BundleFile> read_bundle(const void* data, size_t nbytes) {
  flatbuffers::Verifier verifier(static_cast<const uint8_t*>(data), nbytes);
  if (!fb::VerifyBundledProgramBuffer(verifier)) {
    return std::nullopt;
  }
  const auto* bundle = fb::GetBundledProgram(data);
  BundleFile file{bundle->program()->data(), bundle->program()->size(), {}};
  for (const auto* suite : *bundle->method_test_suites()) {
    for (const auto* test_case : *suite->test_cases()) {
      file.cases.push_back({suite->method_name()->str(),
                            read_values(*test_case->inputs()),
                            read_values(*test_case->expected_outputs())});
    }
  }
  return file;
}
