#pragma once

#include <executorch/exir/emit/emitted_program.h>
#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/plan/memory_plan.h>

#include <span>
#include <string>

namespace executorch::exir {

/// One method of a program: a lowered graph and where its tensors lie.
struct PlannedMethod {
  std::string name;
  const ExportedProgram* program = nullptr;
  const MemoryPlan* plan = nullptr;
};

struct EmitOptions {
  /// Constants are found by name in a `.ptd` file: all but those of no bytes
  /// and those within the payloads of delegates (Backend::payload_constants()).
  bool external_constants = false;
};

/// Serialises methods as a `.pte` (schema/program.fbs with the extended
/// header). Constants of equal bytes are stored once, in one segment; initial
/// values of mutable buffers in another; the payload of each delegate is a
/// segment of its own. The same methods give the same bytes.
Expected<EmittedProgram> emit_methods(std::span<const PlannedMethod> methods,
                                      const EmitOptions& options = {});

}  // namespace executorch::exir
