#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>

#include "allocation_counter.h"
#include "program_run.h"
#include "zoo_program.h"

namespace rushlight::benchmarks {
namespace {

/// Anonymous resident memory of this process: copies count, mapped files do
/// not.
double anonymous_nbytes() {
  std::FILE* file = std::fopen("/proc/self/status", "r");
  if (file == nullptr) {
    return 0;
  }
  char line[256];
  long kib = 0;
  while (std::fgets(line, sizeof(line), file) != nullptr) {
    if (std::sscanf(line, "RssAnon: %ld kB", &kib) == 1) {
      break;
    }
  }
  std::fclose(file);
  return static_cast<double>(kib) * 1024;
}

void Load(benchmark::State& state, const std::string& model,
          const BackendOptions& backend) {
  const std::string program = program_of(model, backend);
  test::HeapUse before;
  test::HeapUse after;
  double anonymous_growth = 0;
  double planned = 0;
  for (auto _ : state) {
    before = test::heap_use();
    const double anonymous = anonymous_nbytes();
    auto session = test::open_session(program);
    auto method = session ? LoadedMethod::load(**session, "")
                          : executorch::exir::fail(session.error());
    if (!method) {
      state.SkipWithError(method.error().str().c_str());
      return;
    }
    after = test::heap_use();
    anonymous_growth = anonymous_nbytes() - anonymous;
    planned = static_cast<double>(test::planned_nbytes(**method));
  }
  state.counters["file_bytes"] =
      static_cast<double>(std::filesystem::file_size(program));
  state.counters["planned_bytes"] = planned;
  state.counters["heap_bytes_without_planned"] =
      static_cast<double>(after.nbytes - before.nbytes) - planned;
  state.counters["anonymous_bytes_growth"] = anonymous_growth;
}

BENCHMARK_CAPTURE(Load, mv2, "mv2", {"portable"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Load, mv2_mps, "mv2", {"mps"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Load, mv2_mps_fp16, "mv2", {"mps", true})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rushlight::benchmarks
