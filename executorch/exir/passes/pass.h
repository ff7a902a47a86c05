#pragma once

#include <executorch/exir/ir/graph.h>

#include <functional>
#include <span>
#include <string_view>

namespace executorch::exir {

/// A transformation of a graph: whether it changed anything, or a refusal.
/// It changes the graph through a Rewriter and keeps no state between runs.
using PassFunction = Expected<bool> (*)(Graph&);

struct PassInfo {
  std::string_view name;
  PassFunction run = nullptr;
};

/// The lowering pipeline, in order: passes.def.
std::span<const PassInfo> lowering_pipeline();

/// A pass of the pipeline by name, or null.
PassFunction find_pass(std::string_view name);

/// What run_passes tells after each pass.
using PassObserver =
    std::function<void(const PassInfo& pass, size_t index, bool changed)>;

/// Runs `passes` in order, verifies the graph after each that changed it, and
/// stops at the first refusal, whose `pass` is filled in.
Expected<void> run_passes(Graph& graph, std::span<const PassInfo> passes,
                          const PassObserver& observe = nullptr);

}  // namespace executorch::exir
