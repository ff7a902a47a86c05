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

}  // namespace rushlight
