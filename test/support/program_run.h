#pragma once

#include <string>
#include <vector>

#include "compare.h"
#include "inputs.h"
#include "session.h"

namespace rushlight::test {

/// Session::open with the kernels registered.
Expected<std::unique_ptr<Session>> open_session(const std::string& path);

/// Sets the inputs, executes, and gives the outputs (by way of .npy files); an
/// output that is None is an empty array.
Expected<std::vector<NpyArray>> run_method(LoadedMethod& method,
                                           std::vector<InputValue>& inputs);

/// Compiles an archive as method `forward` and writes the program. `backend` is
/// as in exir::LowerOptions.
Expected<void> compile_file(const std::string& archive,
                            const std::string& program,
                            const executorch::exir::Backend* backend = nullptr);

/// Sum of a method's planned buffers.
size_t planned_nbytes(LoadedMethod& method);

/// The message of an Expected that holds none: "" where it holds a value.
template <class T>
std::string error_of(const Expected<T>& result) {
  return result ? std::string() : result.error().str();
}

}  // namespace rushlight::test
