// Runs the test cases of a bundled program on the ExecuTorch runtime of the
// wheel:
//
//   executorch_bundle_runner PROGRAM.bpte
//
// The wheel's libraries without PyTorch have no code for bundled programs; what
// reads the file (bundle_file.h) is generated from the wheel's schema of them.
// Prints the number of cases; the status is 1 if an output is not the expected
// one. This file is compiled against the wheel's headers, never against ours.
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor_ptr.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "bundle_file.h"

namespace {

using executorch::aten::ScalarType;
using executorch::extension::BufferDataLoader;
using executorch::extension::MmapDataLoader;
using executorch::extension::Module;
using executorch::extension::TensorPtr;
using executorch::runtime::EValue;

EValue as_evalue(const BundledValue& value, std::vector<TensorPtr>& tensors) {
  if (const auto* number = std::get_if<int64_t>(&value)) {
    return EValue(*number);
  }
  if (const auto* number = std::get_if<double>(&value)) {
    return EValue(*number);
  }
  if (const auto* flag = std::get_if<bool>(&value)) {
    return EValue(*flag);
  }
  const auto& tensor = std::get<BundledTensor>(value);
  tensors.push_back(executorch::extension::make_tensor_ptr(
      tensor.sizes, tensor.bytes, tensor.dim_order, {},
      static_cast<ScalarType>(tensor.scalar_type)));
  return EValue(tensors.back());
}

// Floats to 1e-4 of the value and 1e-5, others to the bit.
bool agree(const EValue& found, const BundledValue& expected) {
  const auto* wanted = std::get_if<BundledTensor>(&expected);
  if (wanted == nullptr || !found.isTensor()) {
    return false;
  }
  const auto& tensor = found.toTensor();
  const std::vector<int32_t> sizes(tensor.sizes().begin(),
                                   tensor.sizes().end());
  if (sizes != wanted->sizes || tensor.nbytes() != wanted->bytes.size()) {
    return false;
  }
  if (tensor.scalar_type() != ScalarType::Float) {
    return std::memcmp(tensor.const_data_ptr(), wanted->bytes.data(),
                       tensor.nbytes()) == 0;
  }
  std::vector<float> values(wanted->bytes.size() / sizeof(float));
  std::memcpy(values.data(), wanted->bytes.data(), wanted->bytes.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const float difference = tensor.const_data_ptr<float>()[i] - values[i];
    if (!(std::fabs(difference) <= 1e-5f + 1e-4f * std::fabs(values[i]))) {
      return false;
    }
  }
  return true;
}

bool run_case(Module& module, const BundledCase& test_case) {
  std::vector<TensorPtr> tensors;
  std::vector<EValue> inputs;
  for (const BundledValue& input : test_case.inputs) {
    inputs.push_back(as_evalue(input, tensors));
  }
  const auto outputs = module.execute(test_case.method, inputs);
  if (!outputs.ok() || outputs->size() != test_case.outputs.size()) {
    return false;
  }
  for (size_t i = 0; i < outputs->size(); ++i) {
    if (!agree((*outputs)[i], test_case.outputs[i])) {
      return false;
    }
  }
  return true;
}

int run(const char* path) {
  auto loader = MmapDataLoader::from(path);
  if (!loader.ok()) {
    std::fprintf(stderr, "%s cannot be opened\n", path);
    return 1;
  }
  const auto bytes = loader->load(0, loader->size().get(), {});
  const auto bundle = read_bundle(bytes->data(), bytes->size());
  if (!bundle) {
    std::fprintf(stderr, "%s is no bundled program\n", path);
    return 1;
  }
  Module module(std::make_unique<BufferDataLoader>(bundle->program,
                                                   bundle->program_nbytes));
  for (size_t i = 0; i < bundle->cases.size(); ++i) {
    if (!run_case(module, bundle->cases[i])) {
      std::fprintf(stderr, "case %zu departs\n", i);
      return 1;
    }
  }
  std::printf("%zu cases\n", bundle->cases.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: executorch_bundle_runner PROGRAM.bpte\n");
    return 2;
  }
  return run(argv[1]);
}
