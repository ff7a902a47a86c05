#pragma once

#include <executorch/exir/ir/rewriter.h>

#include <vector>

namespace executorch::exir {

/// A normalisation in training mode, which also changes two of its arguments.
struct StatisticsUpdate {
  std::vector<Value*> outputs;  ///< in place of the node's
  Value* running_mean = nullptr;
  Value* running_var = nullptr;
};

/// True for aten::batch_norm, aten::instance_norm and their core forms where
/// they train and have running statistics.
bool updates_statistics(const Node& node);

/// Functional operators for such a node.
StatisticsUpdate expand_update(Rewriter& rewriter, const Node& node);

}  // namespace executorch::exir
