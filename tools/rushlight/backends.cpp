#include "backends.h"

#include <executorch/backends/apple/mps/partition/mps_partitioner.h>
#include <executorch/backends/apple/mps/runtime/best_mps_backend.h>
#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <executorch/backends/xnnpack/runtime/XNNPACKBackend.h>
#include <executorch/backends/xnnpack/runtime/delegate/xnnpack_backend.h>
#include <executorch/backends/xnnpack/serialization/payload.h>
#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/platform/assert.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "session.h"

namespace rushlight {
namespace {

using executorch::exir::Backend;
using executorch::exir::Expected;
using executorch::exir::fail;
using executorch::runtime::Error;
using executorch::runtime::Result;

std::unique_ptr<Backend> make_mps(const BackendOptions& options) {
  return std::make_unique<executorch::backends::mps::MPSPartitioner>(
      options.fp16);
}

std::unique_ptr<Backend> make_xnnpack(const BackendOptions& options) {
  return std::make_unique<executorch::backends::xnnpack::XnnpackPartitioner>(
      options.fp16, options.constants);
}

Error register_xnnpack() {
  if (executorch::runtime::get_backend_class("XnnpackBackend") != nullptr) {
    return Error::Ok;
  }
  return executorch::backends::xnnpack::register_xnnpack_backend();
}

/// A backend, all that the command knows of it. Portable kernels need neither
/// function. The first row is the default.
struct Row {
  const char* name;
  const char* help;
  std::unique_ptr<Backend> (*make)(const BackendOptions& options);
  Error (*register_runtime)();
  const char* id = nullptr;  ///< of its delegates, if they name constants
  Result<std::vector<std::string>> (*constant_names)(const void* payload,
                                                     size_t nbytes) = nullptr;
};

constexpr Row kRows[] = {
    {"xnnpack", "ExecuTorch's XNNPACK delegate, any CPU", make_xnnpack,
     register_xnnpack, executorch::backends::xnnpack::xnnpack_backend_key,
     executorch::backends::xnnpack::Payload::constant_names},
    {"mps", "the MPS delegate, Apple GPUs and any CPU", make_mps,
     executorch::backends::mps::register_best_mps_backend},
    {"portable", "plain kernels alone, for applications without delegates",
     nullptr, nullptr},
};

}  // namespace

void add_backend_options(CLI::App& command, BackendOptions& options) {
  std::string help;
  for (const Row& row : kRows) {
    help +=
        fmt::format("{}{}: {}", help.empty() ? "" : "; ", row.name, row.help);
  }
  help += fmt::format(" (default: {})", kRows[0].name);
  command.add_option("--backend", options.name, help);
  command.add_flag("--fp16", options.fp16,
                   "Weights and activations of the delegate in half");
}

Expected<std::unique_ptr<Backend>> make_backend(const BackendOptions& options) {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) {
    names.push_back(row.name);
    if (row.name != (options.name.empty() ? kRows[0].name : options.name)) {
      continue;
    }
    if (row.make != nullptr) {
      return row.make(options);
    }
    if (options.fp16) {
      return fail(
          fmt::format("--fp16 is for delegates, --backend {} computes "
                      "in the model's dtypes",
                      row.name));
    }
    return std::unique_ptr<Backend>();
  }
  return fail(fmt::format("--backend is {}, this build has: {}", options.name,
                          fmt::join(names, ", ")));
}

std::vector<std::string> payload_constant_names(std::string_view backend_id,
                                                const void* payload,
                                                size_t nbytes) {
  for (const Row& row : kRows) {
    if (row.id == nullptr || backend_id != row.id) {
      continue;
    }
    auto names = row.constant_names(payload, nbytes);
    return names.ok() ? std::move(*names) : std::vector<std::string>();
  }
  return {};
}

void register_backends() {
  for (const Row& row : kRows) {
    ET_CHECK_MSG(
        row.register_runtime == nullptr || row.register_runtime() == Error::Ok,
        "backend %s cannot be registered", row.name);
  }
}

void add_packed_weights_option(CLI::App& command, std::string& path) {
  command.add_option(
      "--packed-weights", path,
      "File in which delegates keep their packed weights: written when it "
      "has none of this program, mapped when it has");
}

Expected<void> keep_packed_weights(const std::string& path) {
  namespace runtime = executorch::runtime;
  if (path.empty()) {
    return {};
  }
  if (path.size() >= runtime::kMaxOptionValueLength) {
    return fail(
        fmt::format("--packed-weights has {} bytes, expected at most "
                    "{}",
                    path.size(), runtime::kMaxOptionValueLength - 1));
  }
  runtime::BackendOptions<1> options;
  const Error set = options.set_option(
      executorch::backends::engine::kPackedCachePathKey, path.c_str());
  ET_CHECK(set == Error::Ok);
  for (size_t i = 0; i < runtime::get_num_registered_backends(); ++i) {
    const Error error =
        runtime::set_option(*runtime::get_backend_name(i), options.view());
    if (error != Error::Ok) {
      return fail(fmt::format("--packed-weights: {}", error_text(error)));
    }
  }
  return {};
}

}  // namespace rushlight
