#include <executorch/exir/ir/verifier.h>
#include <executorch/exir/passes/pass.h>

namespace executorch::exir {

#define ET_PASS(name) Expected<bool> name##_pass(Graph& graph);
#define ET_BACKEND_PASS(name)
#include <executorch/exir/passes/passes.def>
#undef ET_PASS
#undef ET_BACKEND_PASS

namespace {

constexpr PassInfo kPipeline[] = {
#define ET_PASS(name) {#name, name##_pass, nullptr},
#define ET_BACKEND_PASS(name) {#name, nullptr, name##_pass},
#include <executorch/exir/passes/passes.def>
#undef ET_PASS
#undef ET_BACKEND_PASS
};

Expected<bool> run_pass(const PassInfo& pass, Graph& graph,
                        const Backend* backend) {
  if (pass.run != nullptr) {
    return pass.run(graph);
  }
  return backend == nullptr ? Expected<bool>(false)
                            : pass.run_for_backend(graph, *backend);
}

}  // namespace

std::span<const PassInfo> lowering_pipeline() { return kPipeline; }

const PassInfo* find_pass(std::string_view name) {
  for (const PassInfo& pass : kPipeline) {
    if (pass.name == name) {
      return &pass;
    }
  }
  return nullptr;
}

Expected<void> run_passes(Graph& graph, std::span<const PassInfo> passes,
                          const PassObserver& observe,
                          const Backend* backend) {
  for (size_t i = 0; i < passes.size(); ++i) {
    auto changed = run_pass(passes[i], graph, backend);
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
