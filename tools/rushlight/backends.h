#pragma once

#include <executorch/exir/backend/backend.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace rushlight {

/// The options --backend and --fp16.
struct BackendOptions {
  std::string name;
  bool fp16 = false;
};

void add_backend_options(CLI::App& command, BackendOptions& options);

/// The compile-time half of the backend that the options name; null for
/// portable kernels alone. Fails for a name that this build has not, and for
/// --fp16 where the backend has one precision.
executorch::exir::Expected<std::unique_ptr<executorch::exir::Backend>>
make_backend(const BackendOptions& options);

/// Registers the runtime half of every backend of this build; call once.
void register_backends();

/// The option --packed-weights.
void add_packed_weights_option(CLI::App& command, std::string& path);
/// Delegates that are loaded from now on keep their packed weights in the file.
/// Nothing is done for an empty path.
executorch::exir::Expected<void> keep_packed_weights(const std::string& path);

}  // namespace rushlight
