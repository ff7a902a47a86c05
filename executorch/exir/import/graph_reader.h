#pragma once

#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/import/json.h>
#include <executorch/exir/import/tensor_tables.h>

namespace executorch::exir {

/// Builds the program from the document `models/<name>.json`.
Expected<ExportedProgram> read_exported_program(json::element document,
                                                const TensorTables& tables);

}  // namespace executorch::exir
