#pragma once

#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/import/json.h>
#include <executorch/exir/import/weights.h>

namespace executorch::exir {

/// The tables that a graph's parameters, buffers and constants come from.
struct TensorTables {
  WeightTable weights;
  WeightTable constants;

  Expected<StoredTensor> load(std::string_view fqn) const {
    return weights.contains(fqn) ? weights.load(fqn) : constants.load(fqn);
  }
};

/// Builds the program from the document `models/<name>.json`.
Expected<ExportedProgram> read_exported_program(json::element document,
                                                const TensorTables& tables);

}  // namespace executorch::exir
