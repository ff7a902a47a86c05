#pragma once

#include <executorch/exir/backend/backend.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rushlight {

/// The options --backend and --fp16, and where the command wants constants.
struct BackendOptions {
  std::string name;  ///< empty: the default
  bool fp16 = false;
  executorch::exir::PayloadConstants constants =
      executorch::exir::PayloadConstants::kInside;  ///< if it can choose
};

void add_backend_options(CLI::App& command, BackendOptions& options);

/// The compile-time half of the backend that the options name; null for
/// portable kernels alone. Fails for a name that this build has not, and for
/// --fp16 where the backend has one precision.
executorch::exir::Expected<std::unique_ptr<executorch::exir::Backend>>
make_backend(const BackendOptions& options);

/// The names by which the payload of a delegate finds constants; none for a
/// damaged payload or a backend without names.
std::vector<std::string> payload_constant_names(std::string_view backend_id,
                                                const void* payload,
                                                size_t nbytes);

/// Registers the runtime half of every backend of this build; call once.
void register_backends();

/// The option --packed-weights.
void add_packed_weights_option(CLI::App& command, std::string& path);
/// Delegates that are loaded from now on keep their packed weights in the file.
/// Nothing is done for an empty path.
executorch::exir::Expected<void> keep_packed_weights(const std::string& path);

}  // namespace rushlight
