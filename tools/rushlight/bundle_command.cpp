#include <executorch/devtools/bundled_program/schema/bundled_program_schema_generated.h>
#include <executorch/exir/emit/emitted_file.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>

#include "command.h"
#include "inputs.h"
#include "session.h"

namespace rushlight {
namespace {

namespace fb = bundled_program_flatbuffer;

using executorch::aten::Tensor;
using executorch::exir::fail;
using executorch::runtime::Error;
using executorch::runtime::EValue;

struct BundleOptions {
  std::string file;
  std::string calls;
  std::string data;
  std::string output;
  std::string method;
};

using Value = flatbuffers::Offset<fb::Value>;
using TestCase = flatbuffers::Offset<fb::BundledMethodTestCase>;

Value write_tensor(flatbuffers::FlatBufferBuilder& fbb, const Tensor& tensor,
                   const void* data) {
  const auto sizes =
      fbb.CreateVector(tensor.sizes().data(), tensor.sizes().size());
  fbb.ForceVectorAlignment(tensor.nbytes(), 1, 16);
  const auto bytes =
      fbb.CreateVector(static_cast<const uint8_t*>(data), tensor.nbytes());
  const auto dim_order =
      fbb.CreateVector(tensor.dim_order().data(), tensor.dim_order().size());
  const auto value = fb::CreateTensor(
      fbb, static_cast<executorch_flatbuffer::ScalarType>(tensor.scalar_type()),
      sizes, bytes, dim_order);
  return fb::CreateValue(fbb, fb::ValueUnion::Tensor, value.Union());
}

Expected<Value> write_value(flatbuffers::FlatBufferBuilder& fbb,
                            const EValue& value) {
  if (value.isTensor()) {
    return write_tensor(fbb, value.toTensor(),
                        value.toTensor().const_data_ptr());
  }
  if (value.isInt()) {
    return fb::CreateValue(fbb, fb::ValueUnion::Int,
                           fb::CreateInt(fbb, value.toInt()).Union());
  }
  if (value.isDouble()) {
    return fb::CreateValue(fbb, fb::ValueUnion::Double,
                           fb::CreateDouble(fbb, value.toDouble()).Union());
  }
  if (value.isBool()) {
    return fb::CreateValue(fbb, fb::ValueUnion::Bool,
                           fb::CreateBool(fbb, value.toBool()).Union());
  }
  return fail("a value that is neither tensor nor number cannot be bundled");
}

/// Brings a row-major array into the order in which a tensor lies.
std::vector<std::byte> in_order_of(const Tensor& tensor,
                                   const NpyArray& array) {
  const auto size = static_cast<size_t>(tensor.element_size());
  std::vector<std::byte> out(array.bytes.size());
  std::vector<int64_t> index(array.shape.size(), 0);
  for (size_t i = 0; i < static_cast<size_t>(array.numel()); ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      offset += index[d] * tensor.strides()[d];
    }
    std::copy_n(array.bytes.begin() + static_cast<ptrdiff_t>(i * size), size,
                out.begin() + offset * static_cast<ptrdiff_t>(size));
    for (size_t d = index.size(); d > 0 && ++index[d - 1] == array.shape[d - 1];
         --d) {
      index[d - 1] = 0;
    }
  }
  return out;
}

/// The expected output: of the file, or what the method gave.
Expected<Value> write_output(flatbuffers::FlatBufferBuilder& fbb,
                             const EValue& output, const std::string& path) {
  if (!std::filesystem::exists(path) || !output.isTensor()) {
    return write_value(fbb, output);
  }
  ET_ASSIGN(const auto array, read_npy(path));
  const Tensor& tensor = output.toTensor();
  const std::vector<int64_t> shape(tensor.sizes().begin(),
                                   tensor.sizes().end());
  if (array.dtype != tensor.scalar_type() || array.shape != shape) {
    return fail(fmt::format("{}: {}, the program gives {}", path,
                            tensor_text(array.dtype, array.shape),
                            tensor_text(tensor.scalar_type(), shape)));
  }
  return write_tensor(fbb, tensor, in_order_of(tensor, array).data());
}

Expected<TestCase> write_case(flatbuffers::FlatBufferBuilder& fbb,
                              LoadedMethod& loaded, const std::string& folder) {
  auto& method = loaded.method();
  ET_ASSIGN(auto values, read_input_folder(folder, method.inputs_size()));
  ET_TRY(set_inputs(method, values));
  std::vector<EValue> all(method.inputs_size());
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  if (method.get_inputs(all.data(), all.size()) != Error::Ok) {
    return fail(fmt::format("{}: the inputs cannot be read back", folder));
  }
#pragma GCC diagnostic pop
  std::vector<Value> inputs;
  for (const EValue& value : all) {
    ET_ASSIGN(inputs.emplace_back(), write_value(fbb, value));
  }
  const Error error = method.execute();
  if (error != Error::Ok) {
    return fail(
        fmt::format("{}: the run failed, {}", folder, error_text(error)));
  }
  std::vector<Value> outputs;
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    ET_ASSIGN(outputs.emplace_back(),
              write_output(fbb, method.get_output(i),
                           fmt::format("{}/out_{}.npy", folder, i)));
  }
  return fb::CreateBundledMethodTestCaseDirect(fbb, &inputs, &outputs);
}

Expected<std::map<std::string, std::vector<TestCase>>> write_cases(
    flatbuffers::FlatBufferBuilder& fbb, const BundleOptions& options) {
  ET_ASSIGN(auto session, Session::open(options.file, nullptr, options.data));
  std::map<std::string, std::vector<TestCase>> cases;
  for (size_t k = 0;; ++k) {
    const std::string folder = fmt::format("{}/call_{}", options.calls, k);
    if (!std::filesystem::is_directory(folder)) {
      break;
    }
    std::string name = options.method;
    std::ifstream(folder + "/method") >> name;
    ET_ASSIGN(auto loaded, LoadedMethod::load(*session, name));
    ET_ASSIGN(const auto test_case, write_case(fbb, *loaded, folder));
    cases[loaded->method().method_meta().name()].push_back(test_case);
  }
  if (cases.empty()) {
    return fail(fmt::format("{} has no folder call_0", options.calls));
  }
  return cases;
}

Expected<void> bundle(const BundleOptions& options) {
  std::ifstream program(options.file, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(program)), {});
  flatbuffers::FlatBufferBuilder fbb;
  ET_ASSIGN(const auto cases, write_cases(fbb, options));
  std::vector<flatbuffers::Offset<fb::BundledMethodTestSuite>> suites;
  for (const auto& [name, test_cases] : cases) {
    suites.push_back(
        fb::CreateBundledMethodTestSuiteDirect(fbb, name.c_str(), &test_cases));
  }
  fbb.ForceVectorAlignment(bytes.size(), 1, 32);
  const auto data = fbb.CreateVector(
      reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  const auto all = fbb.CreateVector(suites);
  fbb.Finish(fb::CreateBundledProgram(fbb, 0, all, data),
             fb::BundledProgramIdentifier());
  const auto* const begin =
      reinterpret_cast<const std::byte*>(fbb.GetBufferPointer());
  const executorch::exir::EmittedFile file({begin, begin + fbb.GetSize()}, {},
                                           fbb.GetSize());
  const executorch::exir::FileToWrite target{&file, options.output};
  return executorch::exir::write_files({&target, 1});
}

}  // namespace

void add_bundle_command(CLI::App& app, int& status) {
  auto options = std::make_shared<BundleOptions>();
  CLI::App* command = app.add_subcommand(
      "bundle", "Put a .pte and test cases for it into a .bpte");
  command->add_option("file", options->file, "Program")->required();
  command
      ->add_option("--calls", options->calls,
                   "Folder of call_<k>/in_<i>.npy and the expected out_<i>.npy "
                   "(without them: what the program gives)")
      ->required();
  command->add_option("--data", options->data,
                      "A .ptd file with the program's external data");
  command->add_option("--method", options->method,
                      "Method of calls without a file `method`");
  command->add_option("-o,--output", options->output, "The .bpte")->required();
  command->footer(
      "Example: rushlight bundle mv2.pte --calls calls -o mv2.bpte");
  command->callback([options, &status] {
    const auto result = bundle(*options);
    if (!result) {
      fmt::print(stderr, "{}\n", result.error().str());
      status = kRefused;
    }
  });
}

}  // namespace rushlight
