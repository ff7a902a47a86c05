#pragma once

#include <executorch/exir/passes/evaluate.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace executorch::exir {

/// What a method has left.
struct CompiledRun {
  std::vector<HostValue> outputs;
  std::vector<HostValue> inputs;  ///< after the run
  std::vector<std::byte> state;   ///< memory of the mutable buffers
};

/// A program in memory.
struct ProgramBytes {
  std::span<const std::byte> program;  ///< aligned for a Program
  std::span<const std::byte>
      external_data;  ///< a `.ptd`, aligned to 8; or none
};

/// Loads a program and executes one method once in memory of its own. Delegates
/// run as they are registered.
Expected<CompiledRun> run_compiled(const ProgramBytes& bytes,
                                   const std::string& method,
                                   const std::vector<HostValue>& inputs);

}  // namespace executorch::exir
