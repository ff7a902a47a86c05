#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "paths.h"
#include "zoo_program.h"

namespace rushlight::benchmarks {
namespace {

/// Runs `rushlight compile` as a process; its resource usage, or nothing if it
/// failed.
bool compile(const std::string& archive, const std::string& program,
             rusage& usage) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(RUSHLIGHT_COMMAND, RUSHLIGHT_COMMAND, "compile", archive.c_str(),
            "-o", program.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int state = 0;
  return ::wait4(child, &state, 0, &usage) == child && WIFEXITED(state) &&
         WEXITSTATUS(state) == 0;
}

void Compile(benchmark::State& state, const std::string& model) {
  const std::string archive = archive_of(model);
  const test::ScratchFolder folder;
  const std::string program = folder / "model.pte";
  rusage usage{};
  long peak_kib = 0;
  for (auto _ : state) {
    if (!compile(archive, program, usage)) {
      state.SkipWithError("rushlight compile failed");
      return;
    }
    peak_kib = std::max(peak_kib, usage.ru_maxrss);
  }
  const auto peak = static_cast<double>(peak_kib) * 1024;
  const auto archive_nbytes =
      static_cast<double>(std::filesystem::file_size(archive));
  state.counters["peak_rss_bytes"] = peak;
  state.counters["peak_rss_to_archive"] = peak / archive_nbytes;
}

BENCHMARK_CAPTURE(Compile, mv2, "mv2")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(Compile, vit, "vit")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace rushlight::benchmarks
