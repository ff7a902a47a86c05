#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "command.h"
#include "inputs.h"
#include "session.h"

namespace rushlight {
namespace {

using executorch::exir::fail;
using executorch::runtime::Error;

struct BenchOptions {
  std::string file;
  std::string method;
  std::string data;
  std::vector<std::string> inputs;
  double seconds = 1.0;
  int threads = 1;
  bool json = false;
};

struct Timing {
  double load_ms = 0;
  double first_ms = 0;
  double min_ms = 0;
  double median_ms = 0;
  size_t runs = 0;
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

Expected<Timing> bench(const BenchOptions& options) {
  Timing timing;
  const auto start = std::chrono::steady_clock::now();
  ET_ASSIGN(auto session, Session::open(options.file, nullptr, options.data));
  ET_ASSIGN(auto loaded, LoadedMethod::load(*session, options.method));
  timing.load_ms = milliseconds_since(start);
  ET_ASSIGN(auto inputs, options.inputs.empty()
                             ? default_inputs(*loaded)
                             : read_inputs(options.inputs));
  ET_ASSIGN(timing.first_ms, timed_run(*loaded, inputs));
  std::vector<double> times;
  const auto loop = std::chrono::steady_clock::now();
  do {
    ET_ASSIGN(times.emplace_back(), timed_run(*loaded, inputs));
  } while (milliseconds_since(loop) < options.seconds * 1000);
  std::sort(times.begin(), times.end());
  timing.min_ms = times.front();
  timing.median_ms = times[times.size() / 2];
  timing.runs = times.size();
  return timing;
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
  command
      ->add_option("--threads", options->threads,
                   "Upper limit of threads; portable kernels use one")
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", options->json, "Print JSON");
  command->footer("Example: rushlight bench mv2.pte --json");
  command->callback([options, &status] {
    const auto timing = bench(*options);
    if (!timing) {
      fmt::print(stderr, "{}\n", timing.error().str());
      status = kRefused;
      return;
    }
    fmt::print(
        fmt::runtime(options->json
                         ? "{{\"load_ms\": {:.3f}, \"first_ms\": {:.3f}, "
                           "\"min_ms\": {:.3f}, \"median_ms\": {:.3f}, "
                           "\"runs\": {}}}\n"
                         : "load {:.3f} ms  first run {:.3f} ms  min {:.3f} ms "
                           " median {:.3f} ms  ({} runs)\n"),
        timing->load_ms, timing->first_ms, timing->min_ms, timing->median_ms,
        timing->runs);
  });
}

}  // namespace rushlight
