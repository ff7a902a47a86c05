// Runs a program on the ExecuTorch runtime of the wheel:
//
//   executorch_runner PROGRAM.pte DATA.ptd METHOD OUTPUT_PREFIX
//                     [SIZES:INPUT.raw]...
//
// DATA.ptd is - for a program that has all of its data. An input is a file of
// values of the method's dtype and the sizes that they have, such as
// `1x3x224x224:image.raw`. Output i goes to OUTPUT_PREFIX<i>. This file is
// compiled against the wheel's headers, never against ours.
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor_ptr.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

using executorch::aten::ScalarType;
using executorch::extension::Module;
using executorch::extension::TensorPtr;
using executorch::runtime::EValue;

std::vector<int32_t> parse_sizes(const std::string& text) {
  std::vector<int32_t> sizes;
  std::istringstream stream(text);
  for (std::string size; std::getline(stream, size, 'x');) {
    sizes.push_back(std::stoi(size));
  }
  return sizes;
}

TensorPtr read_input(const std::string& arg, ScalarType dtype) {
  const size_t colon = arg.find(':');
  std::ifstream file(arg.substr(colon + 1), std::ios::binary);
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
  return executorch::extension::make_tensor_ptr(
      parse_sizes(arg.substr(0, colon)), std::move(bytes), {}, {}, dtype);
}

int fail(const char* what, executorch::runtime::Error error) {
  std::fprintf(stderr, "%s failed: error 0x%02x\n", what,
               static_cast<unsigned>(error));
  return 1;
}

constexpr int kFirstInput = 5;

int run(int argc, char** argv) {
  const std::string data = argv[2];
  Module module(
      argv[1],
      data == "-" ? std::vector<std::string>() : std::vector<std::string>{data},
      Module::LoadMode::Mmap);
  const auto load_error = module.load(
      executorch::runtime::Program::Verification::InternalConsistency);
  if (load_error != executorch::runtime::Error::Ok) {
    return fail("load", load_error);
  }
  const auto meta = module.method_meta(argv[3]);
  if (!meta.ok()) {
    return fail("method_meta", meta.error());
  }
  std::vector<TensorPtr> tensors;
  std::vector<EValue> inputs;
  for (int i = kFirstInput; i < argc; ++i) {
    const auto info =
        meta->input_tensor_meta(static_cast<size_t>(i - kFirstInput));
    if (!info.ok()) {
      return fail("input_tensor_meta", info.error());
    }
    tensors.push_back(read_input(argv[i], info->scalar_type()));
    inputs.emplace_back(tensors.back());
  }
  const auto outputs = module.execute(argv[3], inputs);
  if (!outputs.ok()) {
    return fail("execute", outputs.error());
  }
  for (size_t i = 0; i < outputs->size(); ++i) {
    const auto& tensor = outputs->at(i).toTensor();
    std::ofstream file(argv[4] + std::to_string(i), std::ios::binary);
    file.write(static_cast<const char*>(tensor.const_data_ptr()),
               static_cast<std::streamsize>(tensor.nbytes()));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < kFirstInput) {
    std::fprintf(stderr,
                 "usage: executorch_runner PROGRAM.pte DATA.ptd|- METHOD "
                 "OUTPUT_PREFIX [SIZES:INPUT.raw]...\n");
    return 2;
  }
  return run(argc, argv);
}
