#pragma once

#include <executorch/exir/emit/emit.h>
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

/// How a program is lowered.
struct LowerOptions {
  /// Takes over the nodes that it computes; null for portable kernels alone.
  const Backend* backend = nullptr;
  /// The whole pipeline or its beginning.
  std::span<const PassInfo> passes = lowering_pipeline();
  PassObserver observe = nullptr;
};

/// Runs the passes on a program's graph, in place.
Expected<void> lower(ExportedProgram& program,
                     const LowerOptions& options = {});

/// A method's name and its imported program.
struct NamedProgram {
  std::string name;
  ExportedProgram program;
};

/// Plans the memory of lowered programs and serialises them as methods of one
/// file. The result refers to constant data of `programs`, which it keeps
/// alive.
Expected<EmittedProgram> emit(std::span<const NamedProgram> programs,
                              const EmitOptions& options = {});

/// import_pt2, lower and emit of one archive as method `forward`, as the bytes
/// of a `.pte` aligned for a Program. `backend` is as in LowerOptions.
Expected<std::vector<std::byte>> compile_in_memory(
    const std::string& path, const Backend* backend = nullptr);

}  // namespace executorch::exir
