#pragma once

#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/exir/verify/interpreter.h>
#include <executorch/exir/verify/sample_inputs.h>

#include <optional>
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
  SampleKind kind;  ///< of made-up inputs

  const Graph& graph() const { return *program.graph; }
};

/// The first of `passes`, up to and with the last one that the reference needs.
std::span<const PassInfo> reference_passes(std::span<const PassInfo> passes);

/// Imports and lowers that far.
Expected<ExportedProgram> import_reference(const std::string& archive,
                                           std::span<const PassInfo> passes);

/// The same, interpreted. Without inputs, those of the first of sample_kinds()
/// that the model accepts are taken.
Expected<Reference> make_reference(const std::string& archive,
                                   std::span<const PassInfo> passes,
                                   std::vector<HostValue> inputs);

/// The same as `reference`, whose inputs were made up, at the upper bound of
/// every size. Nothing where no size is dynamic, where the values of the graph
/// take more than 256 MiB, or where the model refuses the inputs.
std::optional<Reference> at_bounds(const std::string& archive,
                                   std::span<const PassInfo> passes,
                                   const Reference& reference);

}  // namespace executorch::exir
