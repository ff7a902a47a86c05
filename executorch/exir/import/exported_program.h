#pragma once

#include <executorch/exir/ir/graph.h>

#include <memory>
#include <string>
#include <vector>

namespace executorch::exir {

/// A `.pt2` as imported: one graph, whose inputs are the user's inputs in
/// pytree order, whose constants and buffers point into the mapped archive,
/// and whose outputs are the user's outputs and the mutations.
struct ExportedProgram {
  std::unique_ptr<Graph> graph;
  std::string torch_version;
  std::string input_tree;   ///< torch's TreeSpec of (args, kwargs), JSON
  std::string output_tree;  ///< TreeSpec of the result, JSON
};

/// Imports an archive written by torch.export.save of torch 2.5 or later.
/// Fails with the entry or node that is wrong.
Expected<ExportedProgram> import_pt2(const std::string& path);

}  // namespace executorch::exir
