#pragma once

#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/exir/verify/interpreter.h>

#include <span>
#include <string>
#include <vector>

namespace executorch::exir {

/// An archive's graph after the passes that make it functional and of operators
/// with kernels, and what its values are for some inputs.
struct Reference {
  ExportedProgram program;
  std::vector<HostValue> inputs;
  HostRun run;

  const Graph& graph() const { return *program.graph; }
};

/// The first of `passes`, up to and with the last one that the reference needs.
std::span<const PassInfo> reference_passes(std::span<const PassInfo> passes);

/// Imports and lowers that far.
Expected<ExportedProgram> import_reference(const std::string& archive,
                                           std::span<const PassInfo> passes);

/// The same, interpreted. Without inputs, those of sample_inputs() are taken
/// that the model accepts.
Expected<Reference> make_reference(const std::string& archive,
                                   std::span<const PassInfo> passes,
                                   std::vector<HostValue> inputs);

}  // namespace executorch::exir
