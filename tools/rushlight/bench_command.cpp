#include <executorch/backends/engine/machine_peak.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "backends.h"
#include "command.h"
#include "etdump_report.h"
#include "inputs.h"
#include "process_memory.h"
#include "session.h"
#include "threads.h"

namespace rushlight {
namespace {

using executorch::exir::fail;
using executorch::runtime::Error;

struct BenchOptions {
  std::string file;
  std::string method;
  std::string data;
  BackendOptions backend;
  std::string packed_weights;
  std::vector<std::string> inputs;
  double seconds = 1.0;
  int threads = 1;
  bool json = false;
  bool operators = false;
};

struct Timing {
  double load_ms = 0;
  double first_ms = 0;
  std::vector<double> times_ms;  ///< ascending
  ProcessMemory memory;          ///< at the end, the method loaded

  double min_ms() const { return times_ms.front(); }
  double median_ms() const { return times_ms[times_ms.size() / 2]; }
};

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - start)
      .count();
}

/// Zeros at the upper bound of each tensor input; the value that the program
/// holds for each scalar.
Expected<std::vector<InputValue>> default_inputs(LoadedMethod& loaded) {
  std::vector<InputValue> values;
  const auto meta = loaded.method().method_meta();
  for (size_t i = 0; i < meta.num_inputs(); ++i) {
    const auto info = meta.input_tensor_meta(i);
    if (!info.ok()) {
      return fail(fmt::format(
          "input {} is no tensor; give all inputs with --input", i));
    }
    InputValue value{"zeros", {}, true};
    value.array.dtype = info->scalar_type();
    value.array.shape.assign(info->sizes().begin(), info->sizes().end());
    value.array.bytes.resize(info->nbytes());
    values.push_back(std::move(value));
  }
  return values;
}

Expected<double> timed_run(LoadedMethod& loaded,
                           std::vector<InputValue>& inputs) {
  ET_TRY(set_inputs(loaded.method(), inputs));
  const auto start = std::chrono::steady_clock::now();
  const Error error = loaded.method().execute();
  const double ms = milliseconds_since(start);
  if (error != Error::Ok) {
    return fail("the run failed, " + error_text(error));
  }
  return ms;
}

Expected<std::unique_ptr<Session>> open(const BenchOptions& options) {
  ET_ASSIGN(const auto backend, make_backend(options.backend));
  return Session::open(options.file, backend.get(), options.data);
}

Expected<Timing> bench(const BenchOptions& options) {
  set_threads(options.threads);
  Timing timing;
  const auto start = std::chrono::steady_clock::now();
  ET_ASSIGN(auto session, open(options));
  ET_ASSIGN(auto loaded, LoadedMethod::load(*session, options.method));
  timing.load_ms = milliseconds_since(start);
  ET_ASSIGN(auto inputs, options.inputs.empty() ? default_inputs(*loaded)
                                                : read_inputs(options.inputs));
  ET_ASSIGN(timing.first_ms, timed_run(*loaded, inputs));
  const auto loop = std::chrono::steady_clock::now();
  do {
    ET_ASSIGN(timing.times_ms.emplace_back(), timed_run(*loaded, inputs));
  } while (milliseconds_since(loop) < options.seconds * 1000);
  timing.memory = process_memory();
  std::sort(timing.times_ms.begin(), timing.times_ms.end());
  return timing;
}

/// What each operator takes, of some runs that are recorded, and which part of
/// the machine's peak that is.
Expected<std::string> operator_table(const BenchOptions& options) {
  constexpr int kRuns = 10;
  ET_ASSIGN(auto session, open(options));
  session->record();
  ET_ASSIGN(auto loaded, LoadedMethod::load(*session, options.method));
  ET_ASSIGN(auto inputs, options.inputs.empty() ? default_inputs(*loaded)
                                                : read_inputs(options.inputs));
  ET_TRY(timed_run(*loaded, inputs));
  session->take_etdump();
  for (int i = 0; i < kRuns; ++i) {
    ET_TRY(timed_run(*loaded, inputs));
  }
  const auto peak = executorch::backends::engine::measure_machine_peak(
      static_cast<size_t>(options.threads));
  return etdump_table_of(options.file, session->take_etdump(), options.json,
                         &peak);
}

std::string to_text(const Timing& timing) {
  return fmt::format(
      "load {:.3f} ms  first run {:.3f} ms  min {:.3f} ms  median {:.3f} ms  "
      "({} runs)",
      timing.load_ms, timing.first_ms, timing.min_ms(), timing.median_ms(),
      timing.times_ms.size());
}

std::string to_json(const Timing& timing) {
  return fmt::format(
      "{{\"load_ms\": {:.6f}, \"first_ms\": {:.6f}, \"min_ms\": {:.6f}, "
      "\"median_ms\": {:.6f}, \"runs\": {}, \"peak_nbytes\": {}, "
      "\"anonymous_nbytes\": {}, "
      "\"times_ms\": [{:.6f}]}}",
      timing.load_ms, timing.first_ms, timing.min_ms(), timing.median_ms(),
      timing.times_ms.size(), timing.memory.peak, timing.memory.anonymous,
      fmt::join(timing.times_ms, ", "));
}

Expected<std::string> report(const BenchOptions& options) {
  ET_TRY(keep_packed_weights(options.packed_weights));
  ET_ASSIGN(const auto timing, bench(options));
  const std::string times = options.json ? to_json(timing) : to_text(timing);
  if (!options.operators) {
    return times;
  }
  ET_ASSIGN(const auto table, operator_table(options));
  return options.json
             ? fmt::format("{{\"times\": {}, \"operators\": {}}}", times, table)
             : times + "\n" + table;
}

}  // namespace

void add_bench_command(CLI::App& app, int& status) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command =
      app.add_subcommand("bench", "Time a program: load, first run, runs");
  command->add_option("file", options->file, "Program or archive")->required();
  command->add_option("--method", options->method, "Method to run");
  command->add_option("--data", options->data,
                      "A .ptd file with the program's external data");
  command->add_option("--input", options->inputs,
                      "As for run (default: zeros at the largest size)");
  command->add_option("--seconds", options->seconds, "Length of the timed loop")
      ->check(CLI::PositiveNumber);
  add_backend_options(*command, options->backend);
  add_packed_weights_option(*command, options->packed_weights);
  add_threads_option(*command, options->threads);
  command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--operators", options->operators,
                    "What each operator takes and reaches, in runs of its own");
  command->footer("Example: rushlight bench mv2.pte --json");
  command->callback([options, &status] {
    const auto text = report(*options);
    if (!text) {
      fmt::print(stderr, "{}\n", text.error().str());
      status = kRefused;
      return;
    }
    fmt::print("{}\n", *text);
  });
}

}  // namespace rushlight
