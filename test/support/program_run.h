#pragma once

#include <executorch/exir/verify/verify_method.h>

#include <span>
#include <string>
#include <vector>

#include "compare.h"
#include "inputs.h"
#include "session.h"

namespace rushlight::test {

/// Registers the kernels and backends of this build, unless they are.
void register_runtime_once();

/// Session::open with the kernels registered.
Expected<std::unique_ptr<Session>> open_session(
    const std::string& path, const std::string& data_path = "");

/// Sets the inputs, executes, and gives the outputs (by way of .npy files); an
/// output that is None is an empty array.
Expected<std::vector<NpyArray>> run_method(LoadedMethod& method,
                                           std::vector<InputValue>& inputs);

/// Compiles an archive as method `forward` and writes the program. `backend` is
/// as in exir::LowerOptions.
Expected<void> compile_file(const std::string& archive,
                            const std::string& program,
                            const executorch::exir::Backend* backend = nullptr);

/// Compiles an archive with these passes and verifies it in memory.
Expected<executorch::exir::Agreement> compile_and_verify(
    const std::string& archive,
    std::span<const executorch::exir::PassInfo> passes =
        executorch::exir::lowering_pipeline());

/// Sum of a method's planned buffers.
size_t planned_nbytes(LoadedMethod& method);

/// The message of an Expected that holds none: "" where it holds a value.
template <class T>
std::string error_of(const Expected<T>& result) {
  return result ? std::string() : result.error().str();
}

}  // namespace rushlight::test
