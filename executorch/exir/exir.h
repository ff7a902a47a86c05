#pragma once

#include <executorch/exir/emit/emitted_program.h>
#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/exir/plan/memory_plan.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// \file
/// The compiler as a library: `.pt2` in, `.pte` out. Each function is one arrow
/// of docs/pipeline.md.
namespace executorch::exir {

/// Runs `passes` (the whole lowering pipeline or its beginning) on a program's
/// graph, in place.
Expected<void> lower(ExportedProgram& program,
                     std::span<const PassInfo> passes = lowering_pipeline(),
                     const PassObserver& observe = nullptr);

/// A method's name and its imported program.
struct NamedProgram {
  std::string name;
  ExportedProgram program;
};

/// Plans the memory of lowered programs and serialises them as methods of one
/// file. The result refers to constant data of `programs`, which it keeps
/// alive.
Expected<EmittedProgram> emit(std::span<const NamedProgram> programs);

/// import_pt2, lower and emit of one archive as method `forward`, as the bytes
/// of a `.pte` aligned for a Program.
Expected<std::vector<std::byte>> compile_in_memory(const std::string& path);

}  // namespace executorch::exir
