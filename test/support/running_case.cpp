#include "running_case.h"

#include <executorch/exir/exir.h>
#include <fmt/format.h>

#include <filesystem>
#include <sstream>

namespace rushlight::test {
namespace {

using executorch::exir::fail;
using executorch::exir::NamedProgram;

/// True if the text has one of the alternatives of `a|b`.
bool names(const std::string& text, const std::string& alternatives) {
  std::istringstream words(alternatives);
  for (std::string word; std::getline(words, word, '|');) {
    if (text.find(word) != std::string::npos) {
      return true;
    }
  }
  return alternatives.empty();
}

/// Empty if the message has all the words.
std::string missing_words(const std::string& message,
                          const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (!names(message, word)) {
      return fmt::format("the message does not name \"{}\": {}", word, message);
    }
  }
  return "";
}

std::string check_outputs(const CaseZip& zip, const CaseCall& call,
                          const std::vector<NpyArray>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string path = fmt::format("{}/out_{}.npy", call.folder, i);
    if (!std::filesystem::exists(path)) {
      continue;
    }
    const auto expected = read_npy(path);
    if (!expected) {
      return expected.error().str();
    }
    ExpectedArray array = expected_array(*expected);
    const auto tolerance = zip.tolerances.find(array.dtype);
    if (tolerance != zip.tolerances.end()) {
      array.tolerance = tolerance->second;
    }
    const std::string wrong = difference(outputs[i], array);
    if (!wrong.empty()) {
      return fmt::format("output {} {}", i, wrong);
    }
  }
  return "";
}

std::string check_inputs_after(const CaseCall& call, RunningCase& running) {
  for (size_t i = 0; i < 16; ++i) {
    const std::string path = fmt::format("{}/after_in_{}.npy", call.folder, i);
    if (!std::filesystem::exists(path)) {
      continue;
    }
    const auto expected = read_npy(path);
    const auto found = running.input_after(call, i);
    if (!expected || !found) {
      return error_of(expected) + error_of(found);
    }
    const std::string wrong = difference(*found, expected_array(*expected));
    if (!wrong.empty()) {
      return fmt::format("input {} after the call {}", i, wrong);
    }
  }
  return "";
}

std::string check_call(const CaseZip& zip, const CaseCall& call,
                       RunningCase& running) {
  const auto outputs = running.run(call);
  if (call.expectation == Expectation::kError) {
    return outputs ? "ran, expected an error" : "";
  }
  if (!outputs) {
    return call.expectation == Expectation::kValuesOrError
               ? ""
               : outputs.error().str();
  }
  const std::string wrong = check_outputs(zip, call, *outputs);
  return wrong.empty() ? check_inputs_after(call, running) : wrong;
}

}  // namespace

Expected<void> compile_case(const CaseZip& zip,
                            const executorch::exir::Backend* backend) {
  executorch::exir::LowerOptions options;
  options.backend = backend;
  std::vector<NamedProgram> programs;
  for (const auto& [name, archive] : zip.archives) {
    NamedProgram& named = programs.emplace_back();
    named.name = name;
    ET_ASSIGN(named.program, executorch::exir::import_pt2(archive));
    ET_TRY(executorch::exir::lower(named.program, options));
  }
  ET_ASSIGN(const auto emitted, executorch::exir::emit(programs));
  return emitted.write(zip.program);
}

Expected<void> RunningCase::load() {
  methods_.clear();
  ET_ASSIGN(session_, open_session(zip_.program, zip_.data));
  for (const std::string& name : session_->methods()) {
    ET_ASSIGN(methods_[name], LoadedMethod::load(*session_, name));
  }
  return {};
}

Expected<std::vector<NpyArray>> RunningCase::run(const CaseCall& call) {
  if (session_ == nullptr || call.reset) {
    ET_TRY(load());
  }
  const auto method = methods_.find(call.method);
  if (method == methods_.end()) {
    return fail("the program has no method " + call.method);
  }
  ET_ASSIGN(
      auto inputs,
      read_input_folder(call.folder, method->second->method().inputs_size()));
  return run_method(*method->second, inputs);
}

// The runtime has no other way to see what a program wrote to its input.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
Expected<NpyArray> RunningCase::input_after(const CaseCall& call,
                                            size_t index) {
  const auto& value = methods_.at(call.method)->method().get_input(index);
  if (!value.isTensor()) {
    return fail(fmt::format("input {} is no tensor", index));
  }
  const auto tensor = value.toTensor();
  NpyArray array;
  array.dtype = tensor.scalar_type();
  array.shape.assign(tensor.sizes().begin(), tensor.sizes().end());
  const auto* data = static_cast<const std::byte*>(tensor.const_data_ptr());
  array.bytes.assign(data, data + tensor.nbytes());
  return array;
}
#pragma GCC diagnostic pop

std::string run_case(const CaseZip& zip,
                     const executorch::exir::Backend* backend) {
  if (!zip.archives.empty()) {
    const auto compiled = compile_case(zip, backend);
    if (!compiled) {
      const std::string message = compiled.error().str();
      return zip.expectation == Expectation::kValues
                 ? "refused: " + message
                 : missing_words(message, zip.expected_words);
    }
  }
  if (zip.expectation == Expectation::kError && zip.calls.empty()) {
    return "compiled, expected an error";
  }
  RunningCase running(zip);
  bool any_failed = false;
  for (const CaseCall& call : zip.calls) {
    const std::string wrong = check_call(zip, call, running);
    if (!wrong.empty() && zip.expectation == Expectation::kValues) {
      return fmt::format("{}: {}",
                         std::filesystem::path(call.folder).filename().string(),
                         wrong);
    }
    any_failed |= !wrong.empty();
  }
  return zip.expectation == Expectation::kError && !any_failed
             ? "ran, expected an error"
             : "";
}

}  // namespace rushlight::test
