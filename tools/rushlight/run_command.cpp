#include <executorch/devtools/bundled_program/bundled_program.h>
#include <executorch/devtools/bundled_program/schema/bundled_program_schema_generated.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "backends.h"
#include "command.h"
#include "inputs.h"
#include "outputs.h"
#include "session.h"
#include "threads.h"

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
  std::string data;
  std::string etdump;
  std::string packed_weights;
  bool bundled = false;
  int threads = 1;
  int repeat = 1;
};

/// Opens the program, and begins to record if that is wanted.
Expected<std::unique_ptr<Session>> open(const RunOptions& options,
                                        const Backend* backend) {
  ET_ASSIGN(auto session, Session::open(options.file, backend, options.data));
  if (!options.etdump.empty()) {
    session->record();
  }
  return session;
}

Expected<void> finish(const RunOptions& options, Session& session) {
  if (options.etdump.empty()) {
    return {};
  }
  return session.write_etdump(options.etdump);
}

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
  ET_ASSIGN(auto session, open(options, backend));
  ET_ASSIGN(auto loaded, LoadedMethod::load(*session, options.method));
  ET_ASSIGN(auto inputs, read_inputs(options.inputs));
  ET_TRY(execute(*loaded, inputs, options.repeat));
  ET_TRY(finish(options, *session));
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
    ET_TRY(finish(options_, *session_));
    return status;
  }

 private:
  Expected<void> reset() {
    methods_.clear();
    ET_ASSIGN(session_, open(options_, backend_));
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
      return fail(
          fmt::format("the program has no method {}, expected one of "
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

/// Runs a test case of a bundled program and compares its outputs.
Expected<void> check_case(Session& session, const std::string& method,
                          size_t index) {
  ET_ASSIGN(auto loaded, LoadedMethod::load(session, method));
  Error error = executorch::bundled_program::load_bundled_input(
      loaded->method(), session.bundle(), index);
  if (error == Error::Ok) {
    error = loaded->method().execute();
  }
  if (error == Error::Ok) {
    error = executorch::bundled_program::verify_method_outputs(
        loaded->method(), session.bundle(), index, 1e-4, 1e-5);
  }
  if (error != Error::Ok) {
    return fail(fmt::format("{}, case {}: {}", method, index,
                            error == Error::NotFound
                                ? "the outputs are not the expected ones"
                                : error_text(error)));
  }
  return {};
}

Expected<int> run_bundled(const RunOptions& options) {
  ET_ASSIGN(auto session, open(options, nullptr));
  if (session->bundle() == nullptr) {
    return fail(fmt::format("{} is no bundled program", options.file));
  }
  int status = kDone;
  size_t count = 0;
  const auto* const suites =
      bundled_program_flatbuffer::GetBundledProgram(session->bundle())
          ->method_test_suites();
  for (unsigned i = 0; suites != nullptr && i < suites->size(); ++i) {
    const auto* const suite = suites->Get(i);
    const size_t num_cases =
        suite->test_cases() == nullptr ? 0 : suite->test_cases()->size();
    for (size_t k = 0; k < num_cases; ++k, ++count) {
      const auto checked = check_case(
          *session, suite->method_name() ? suite->method_name()->str() : "", k);
      if (!checked) {
        fmt::print(stderr, "{}\n", checked.error().str());
        status = kRefused;
      }
    }
  }
  ET_TRY(finish(options, *session));
  fmt::print("{} test cases{}\n", count,
             status == kDone ? ", all outputs are as expected" : "");
  return status;
}

Expected<int> run(const RunOptions& options) {
  set_threads(options.threads);
  ET_TRY(keep_packed_weights(options.packed_weights));
  if (options.bundled) {
    return run_bundled(options);
  }
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
  command->add_option("--data", options->data,
                      "A .ptd file with the program's external data");
  command->add_option("--etdump", options->etdump,
                      "Write a record of the run; see inspect");
  command->add_flag("--bundled", options->bundled,
                    "Run all test cases of a .bpte and compare the outputs");
  add_backend_options(*command, options->backend);
  add_packed_weights_option(*command, options->packed_weights);
  add_threads_option(*command, options->threads);
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
