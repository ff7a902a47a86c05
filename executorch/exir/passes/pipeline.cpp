#include <executorch/exir/ir/verifier.h>
#include <executorch/exir/passes/pass.h>

namespace executorch::exir {

#define ET_PASS(name) Expected<bool> name##_pass(Graph& graph);
#include <executorch/exir/passes/passes.def>
#undef ET_PASS

namespace {

constexpr PassInfo kPipeline[] = {
#define ET_PASS(name) {#name, name##_pass},
#include <executorch/exir/passes/passes.def>
#undef ET_PASS
};

}  // namespace

std::span<const PassInfo> lowering_pipeline() { return kPipeline; }

PassFunction find_pass(std::string_view name) {
  for (const PassInfo& pass : kPipeline) {
    if (pass.name == name) {
      return pass.run;
    }
  }
  return nullptr;
}

Expected<void> run_passes(Graph& graph, std::span<const PassInfo> passes,
                          const PassObserver& observe) {
  for (size_t i = 0; i < passes.size(); ++i) {
    auto changed = passes[i].run(graph);
    if (!changed) {
      Diagnostic error = std::move(changed).error();
      error.pass = passes[i].name;
      return fail(std::move(error));
    }
    if (*changed) {
      auto verified = verify(graph);
      if (!verified) {
        Diagnostic error = std::move(verified).error();
        error.pass = passes[i].name;
        return fail(std::move(error));
      }
    }
    if (observe) {
      observe(passes[i], i, *changed);
    }
  }
  return {};
}

}  // namespace executorch::exir
