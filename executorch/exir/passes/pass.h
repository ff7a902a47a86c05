#pragma once

#include <executorch/exir/backend/backend.h>
#include <executorch/exir/ir/graph.h>

#include <functional>
#include <span>
#include <string_view>

namespace executorch::exir {

/// A transformation of a graph: whether it changed anything, or a refusal.
/// It changes the graph through a Rewriter and keeps no state between runs.
using PassFunction = Expected<bool> (*)(Graph&);

/// The same, for the backend that the program is compiled for.
using BackendPassFunction = Expected<bool> (*)(Graph&, const Backend&);

/// Has one of the two functions.
struct PassInfo {
  std::string_view name;
  PassFunction run = nullptr;
  BackendPassFunction run_for_backend = nullptr;
};

/// The lowering pipeline, in order: passes.def.
std::span<const PassInfo> lowering_pipeline();

/// A pass of the pipeline by name, or null.
const PassInfo* find_pass(std::string_view name);

/// What run_passes tells after each pass.
using PassObserver =
    std::function<void(const PassInfo& pass, size_t index, bool changed)>;

/// Runs `passes` in order, verifies the graph after each that changed it, and
/// stops at the first refusal, whose `pass` is filled in. Without a backend
/// (null) the passes that need one are left out.
Expected<void> run_passes(Graph& graph, std::span<const PassInfo> passes,
                          const PassObserver& observe = nullptr,
                          const Backend* backend = nullptr);

}  // namespace executorch::exir
