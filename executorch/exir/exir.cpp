#include <executorch/exir/exir.h>

#include <executorch/exir/ir/verifier.h>

#include <utility>

namespace executorch::exir {

Expected<void> lower(ExportedProgram& program, const LowerOptions& options) {
  ET_TRY(verify(*program.graph));
  return run_passes(*program.graph, options.passes, options.observe,
                    options.backend);
}

Expected<EmittedProgram> emit(std::span<const NamedProgram> programs,
                              const EmitOptions& options) {
  std::vector<const Graph*> graphs;
  for (const NamedProgram& named : programs) {
    graphs.push_back(named.program.graph.get());
  }
  ET_ASSIGN(const StateLayout state, plan_state(graphs));
  std::vector<MemoryPlan> plans;
  for (const Graph* graph : graphs) {
    ET_ASSIGN(plans.emplace_back(), plan_memory(*graph, state));
  }
  std::vector<PlannedMethod> methods;
  for (size_t i = 0; i < programs.size(); ++i) {
    methods.push_back({programs[i].name, &programs[i].program, &plans[i]});
  }
  return emit_methods(methods, options);
}

Expected<std::vector<std::byte>> compile_in_memory(const std::string& path,
                                                   const Backend* backend) {
  std::vector<NamedProgram> programs(1);
  programs[0].name = "forward";
  ET_ASSIGN(programs[0].program, import_pt2(path));
  LowerOptions options;
  options.backend = backend;
  ET_TRY(lower(programs[0].program, options));
  ET_ASSIGN(const EmittedProgram emitted, emit(programs));
  return emitted.to_bytes();
}

}  // namespace executorch::exir
