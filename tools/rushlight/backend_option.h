#pragma once

#include <executorch/exir/ir/diagnostic.h>

#include <string>

namespace rushlight {

inline constexpr const char* kBackendHelp =
    "portable (the default): kernels of the portable library";

/// Accepts the backends of this build.
inline executorch::exir::Expected<void> check_backend(
    const std::string& backend) {
  if (backend.empty() || backend == "portable") {
    return {};
  }
  return executorch::exir::fail("--backend is " + backend +
                                ", this build has: portable");
}

}  // namespace rushlight
