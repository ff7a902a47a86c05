#include <benchmark/benchmark.h>

#include "allocation_counter.h"
#include "golden.h"
#include "program_run.h"
#include "static_memory.h"
#include "upstream_arena.h"
#include "zoo_program.h"

namespace rushlight::benchmarks {
namespace {

using executorch::exir::Expected;
using executorch::exir::fail;
using executorch::runtime::Error;
using executorch::runtime::Method;

/// A method with its inputs set and one run behind it.
Expected<void> warm_up(Method& method, const std::string& model) {
  ET_ASSIGN(auto golden, test::read_golden(model));
  ET_TRY(set_inputs(method, golden.inputs));
  const Error error = method.execute();
  return error == Error::Ok ? Expected<void>()
                            : fail("the run failed, " + error_text(error));
}

Expected<void> measure(benchmark::State& state, const std::string& model,
                       const BackendOptions& backend) {
  ET_ASSIGN(const auto session, test::open_session(program_of(model, backend)));
  const auto meta = session->program().method_meta("forward");
  test::StaticMemory memory(*meta);
  auto method = session->program().load_method("forward", &memory.manager());
  if (!method.ok()) {
    return fail("the method cannot be loaded");
  }
  ET_TRY(warm_up(*method, model));
  const test::HeapUse before = test::heap_use();
  for (auto _ : state) {
    if (method->execute() != Error::Ok) {
      return fail("the run failed");
    }
  }
  state.counters["heap_allocations"] =
      static_cast<double>(test::heap_use().allocations - before.allocations);
  state.counters["planned_bytes"] =
      static_cast<double>(memory.planned_nbytes());
  if (const auto upstream = test::upstream_arena_nbytes(model)) {
    state.counters["upstream_planned_bytes"] = static_cast<double>(*upstream);
  }
  return {};
}

void Execute(benchmark::State& state, const std::string& model,
             const BackendOptions& backend) {
  const auto result = measure(state, model, backend);
  if (!result) {
    state.SkipWithError(result.error().str().c_str());
  }
}

#define EXECUTE(model)                                                \
  BENCHMARK_CAPTURE(Execute, model, #model, {"portable"})             \
      ->Unit(benchmark::kMillisecond);                                \
  BENCHMARK_CAPTURE(Execute, model##_mps, #model, {"mps"})            \
      ->Unit(benchmark::kMillisecond);                                \
  BENCHMARK_CAPTURE(Execute, model##_mps_fp16, #model, {"mps", true}) \
      ->Unit(benchmark::kMillisecond)

EXECUTE(mv2);
EXECUTE(mv3);
EXECUTE(resnet18);

}  // namespace
}  // namespace rushlight::benchmarks
