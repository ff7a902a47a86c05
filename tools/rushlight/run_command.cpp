#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <map>

#include "backends.h"
#include "command.h"
#include "inputs.h"
#include "outputs.h"
#include "session.h"

namespace rushlight {
namespace {

using executorch::exir::Backend;
using executorch::exir::fail;
using executorch::runtime::Error;

struct RunOptions {
  std::string file;
  std::string method;
  BackendOptions backend;
  std::vector<std::string> inputs;
  std::string output_dir;
  std::string calls;
  int threads = 1;
  int repeat = 1;
};

Expected<void> execute(LoadedMethod& loaded, std::vector<InputValue>& inputs,
                       int repeat) {
  for (int i = 0; i < repeat; ++i) {
    ET_TRY(set_inputs(loaded.method(), inputs));
    const Error error = loaded.method().execute();
    if (error != Error::Ok) {
      return fail(fmt::format("the run failed, {}", error_text(error)));
    }
  }
  return {};
}

Expected<void> run_once(const RunOptions& options, const Backend* backend) {
  ET_ASSIGN(auto session, Session::open(options.file, backend));
  ET_ASSIGN(auto loaded, LoadedMethod::load(*session, options.method));
  ET_ASSIGN(auto inputs, read_inputs(options.inputs));
  ET_TRY(execute(*loaded, inputs, options.repeat));
  if (options.output_dir.empty()) {
    fmt::print("{}", summarize_outputs(loaded->method()));
    return {};
  }
  return write_outputs(loaded->method(), options.output_dir);
}

/// Runs the calls of a folder on one loaded program.
class CallSequence {
 public:
  CallSequence(const RunOptions& options, const Backend* backend)
      : options_(options), backend_(backend) {}

  Expected<int> run() {
    ET_TRY(reset());
    int status = kDone;
    size_t count = 0;
    for (;; ++count) {
      const std::string name = fmt::format("call_{}", count);
      const std::string folder = options_.calls + "/" + name;
      if (!std::filesystem::is_directory(folder)) {
        break;
      }
      const auto result = run_call(folder, name);
      if (!result) {
        fmt::print(stderr, "{}: {}\n", name, result.error().str());
        status = kRefused;
      }
    }
    if (count == 0) {
      return fail(fmt::format("{} has no folder call_0", options_.calls));
    }
    return status;
  }

 private:
  Expected<void> reset() {
    methods_.clear();
    ET_ASSIGN(session_, Session::open(options_.file, backend_));
    // All of them before the first call: loading resets the shared state.
    for (const std::string& name : session_->methods()) {
      ET_ASSIGN(methods_[name], LoadedMethod::load(*session_, name));
    }
    return {};
  }

  Expected<LoadedMethod*> method(const std::string& requested) {
    const std::string name =
        requested.empty()
            ? (methods_.size() == 1 ? methods_.begin()->first : "forward")
            : requested;
    const auto found = methods_.find(name);
    if (found == methods_.end()) {
      return fail(fmt::format("the program has no method {}, expected one of "
                              "{}",
                              name, fmt::join(session_->methods(), ", ")));
    }
    return found->second.get();
  }

  Expected<void> run_call(const std::string& folder, const std::string& name) {
    if (std::filesystem::exists(folder + "/reset")) {
      ET_TRY(reset());
    }
    std::string method_name = options_.method;
    std::ifstream method_file(folder + "/method");
    if (method_file) {
      method_file >> method_name;
    }
    ET_ASSIGN(LoadedMethod * loaded, method(method_name));
    ET_ASSIGN(auto inputs,
              read_input_folder(folder, loaded->method().inputs_size()));
    ET_TRY(execute(*loaded, inputs, 1));
    if (options_.output_dir.empty()) {
      fmt::print("{}\n{}", name, summarize_outputs(loaded->method()));
      return {};
    }
    return write_outputs(loaded->method(), options_.output_dir + "/" + name);
  }

  const RunOptions& options_;
  const Backend* backend_;
  std::unique_ptr<Session> session_;
  std::map<std::string, std::unique_ptr<LoadedMethod>> methods_;
};

Expected<int> run(const RunOptions& options) {
  ET_ASSIGN(const auto backend, make_backend(options.backend));
  if (!options.calls.empty()) {
    return CallSequence(options, backend.get()).run();
  }
  ET_TRY(run_once(options, backend.get()));
  return kDone;
}

}  // namespace

void add_run_command(CLI::App& app, int& status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("run", "Run a .pte program or a .pt2 archive");
  command->add_option("file", options->file, "Program or archive")->required();
  command->add_option("--method", options->method,
                      "Method to run (default: the only one, or forward)");
  command->add_option("--input", options->inputs,
                      "A .npy file or a literal (3, 2.5, true); once for each "
                      "input, in order");
  command->add_option("--output-dir", options->output_dir,
                      "Folder for out_<i>.npy (default: print a summary)");
  command->add_option("--calls", options->calls,
                      "Folder of call_<k>/in_<i>.npy, run in order on one "
                      "loaded program");
  add_backend_options(*command, options->backend);
  command
      ->add_option("--threads", options->threads,
                   "Upper limit of threads; portable kernels use one")
      ->check(CLI::PositiveNumber);
  command->add_option("--repeat", options->repeat, "Number of runs")
      ->check(CLI::PositiveNumber);
  command->footer(
      "Example: rushlight run mv2.pte --input image.npy --output-dir out");
  command->callback([options, &status] {
    const auto result = run(*options);
    if (!result) {
      fmt::print(stderr, "{}\n", result.error().str());
    }
    status = result.value_or(kRefused);
  });
}

}  // namespace rushlight
