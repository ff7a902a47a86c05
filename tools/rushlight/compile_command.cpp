#include <executorch/exir/backend/report.h>
#include <executorch/exir/exir.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/exir/verify/verify_method.h>
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "backends.h"
#include "command.h"
#include "inputs.h"

namespace rushlight {
namespace {

using executorch::exir::EmittedProgram;
using executorch::exir::Expected;
using executorch::exir::fail;
using executorch::exir::NamedProgram;
using executorch::exir::PassInfo;
using executorch::exir::PayloadConstants;

struct CompileOptions {
  std::string model;
  std::string output;
  std::string external_weights;
  BackendOptions backend;
  bool report = false;
  std::string stop_after;
  std::vector<std::string> methods;
  std::vector<std::string> inputs;
  bool verify = false;
};

/// One line on a terminal, rewritten at each step; nothing when piped.
class Progress {
 public:
  void show(std::string_view stage, size_t done, size_t total) {
    if (enabled_) {
      fmt::print(stderr, "\r\x1b[K{:3}%  {}", done * 100 / total, stage);
      std::fflush(stderr);
    }
  }
  ~Progress() {
    if (enabled_) {
      fmt::print(stderr, "\r\x1b[K");
    }
  }

 private:
  bool enabled_ = ::isatty(STDERR_FILENO) != 0;
};

std::string default_output(const std::string& model) {
  const std::string_view suffix = ".pt2";
  return (model.ends_with(suffix) ? model.substr(0, model.size() - 4) : model) +
         ".pte";
}

struct Source {
  std::string method;
  std::string path;
};

Expected<std::vector<Source>> sources_of(const CompileOptions& options) {
  std::vector<Source> sources;
  if (!options.model.empty()) {
    sources.push_back({"forward", options.model});
  }
  for (const std::string& text : options.methods) {
    const size_t at = text.find('=');
    if (at == 0 || at == std::string::npos || at + 1 == text.size()) {
      return fail(fmt::format("--method is {}, expected NAME=FILE.pt2", text));
    }
    sources.push_back({text.substr(0, at), text.substr(at + 1)});
  }
  for (size_t i = 1; i < sources.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (sources[i].method == sources[k].method) {
        return fail(fmt::format("method {} is given twice, as {} and {}",
                                sources[i].method, sources[k].path,
                                sources[i].path));
      }
    }
  }
  return sources;
}

/// Whether `stage` is one that --stop-after knows.
Expected<void> check_stage(const std::string& stage) {
  std::string known = "import";
  for (const PassInfo& pass : executorch::exir::lowering_pipeline()) {
    known += fmt::format(", {}", pass.name);
  }
  if (stage.empty() || stage == "import" ||
      executorch::exir::find_pass(stage) != nullptr) {
    return {};
  }
  return fail(
      fmt::format("--stop-after is {}, expected one of {}", stage, known));
}

/// Passes up to the last one of that name.
std::span<const PassInfo> passes_until(const std::string& stage) {
  const auto pipeline = executorch::exir::lowering_pipeline();
  for (size_t i = pipeline.size(); i-- > 0;) {
    if (pipeline[i].name == stage) {
      return pipeline.first(i + 1);
    }
  }
  return pipeline;
}

/// Fails if a method of the program departs from its imported graph.
Expected<void> verify(const CompileOptions& options,
                      const std::vector<Source>& sources,
                      const std::vector<NamedProgram>& programs,
                      const EmittedProgram& emitted,
                      const executorch::exir::Backend* backend) {
  std::vector<const executorch::exir::Graph*> graphs;
  for (const NamedProgram& named : programs) {
    graphs.push_back(named.program.graph.get());
  }
  ET_ASSIGN(const auto state, executorch::exir::plan_state(graphs));
  const std::vector<std::byte> bytes = emitted.to_bytes();
  const auto data = emitted.external_data() == nullptr
                        ? std::vector<std::byte>()
                        : emitted.external_data()->to_bytes();
  for (const Source& source : sources) {
    executorch::exir::VerifyTask task{.bytes = {bytes, data},
                                      .method = source.method,
                                      .archive = source.path,
                                      .state = state,
                                      .backend = backend,
                                      .computes_in_half = options.backend.fp16};
    ET_ASSIGN(const auto inputs, read_inputs(options.inputs));
    for (const InputValue& input : inputs) {
      ET_ASSIGN(task.inputs.emplace_back(), host_value(input));
    }
    ET_ASSIGN(const auto agreement, executorch::exir::verify_method(task));
    fmt::print("verified: method {}, {}\n", source.method, agreement.str());
  }
  return {};
}

/// Whether the options fit each other.
Expected<void> check_options(const CompileOptions& options) {
  if (!options.inputs.empty() && !options.verify) {
    return fail("--input is given without --verify");
  }
  if (!options.inputs.empty() &&
      options.methods.size() + (options.model.empty() ? 0 : 1) > 1) {
    return fail("--input is given for several methods, expected one");
  }
  if (options.verify && !options.stop_after.empty()) {
    return fail("--verify needs a program, --stop-after ends before it");
  }
  if (!options.external_weights.empty() && !options.stop_after.empty()) {
    return fail(
        "--external-weights needs a program, --stop-after ends before it");
  }
  return check_stage(options.stop_after);
}

/// Imports and lowers one method.
Expected<NamedProgram> lower(const CompileOptions& options,
                             const Source& source,
                             std::span<const PassInfo> passes,
                             const executorch::exir::Backend* backend,
                             Progress& progress) {
  progress.show("import " + source.path, 0, passes.size());
  ET_ASSIGN(auto program, executorch::exir::import_pt2(source.path));
  if (options.stop_after != "import") {
    executorch::exir::LowerOptions lower_options;
    lower_options.backend = backend;
    lower_options.passes = passes;
    lower_options.observe = [&](const PassInfo& pass, size_t index, bool) {
      progress.show(pass.name, index, passes.size());
      if (options.report && backend != nullptr && pass.name == "partition") {
        fmt::print(
            "method {}: {}", source.method,
            executorch::exir::partition_report(*program.graph, *backend));
      }
    };
    ET_TRY(executorch::exir::lower(program, lower_options));
  }
  return NamedProgram{source.method, std::move(program)};
}

struct Payloads {
  size_t count = 0;
  uint64_t nbytes = 0;
};

/// Payloads that hold their constants.
Payloads whole_payloads(const std::vector<NamedProgram>& programs,
                        const executorch::exir::Backend* backend) {
  Payloads found;
  if (backend == nullptr ||
      backend->payload_constants() == PayloadConstants::kByName) {
    return found;
  }
  for (const NamedProgram& named : programs) {
    for (const auto& delegate : named.program.graph->delegates()) {
      ++found.count;
      for (const auto& piece : delegate.payload) {
        found.nbytes += piece.bytes.size();
      }
    }
  }
  return found;
}

/// Says on stderr what of the weights stays in the program. Fails if all of
/// them do.
Expected<void> check_external(const std::vector<NamedProgram>& programs,
                              const EmittedProgram& emitted,
                              const executorch::exir::Backend* backend) {
  const auto [count, nbytes] = whole_payloads(programs, backend);
  const std::string delegates =
      fmt::format("{} delegate{}", count, count == 1 ? "" : "s");
  if (emitted.external_data() == nullptr) {
    return fail(fmt::format(
        "--external-weights has nothing to write: the program has no "
        "constants{}",
        count == 0 ? std::string()
                   : " but those in the payloads of " + delegates));
  }
  if (count > 0) {
    fmt::print(stderr,
               "note: the payloads of {}, {} bytes with their constants, stay "
               "in the program\n",
               delegates, nbytes);
  }
  return {};
}

Expected<void> write_program(const CompileOptions& options,
                             const std::vector<Source>& sources,
                             const std::vector<NamedProgram>& programs,
                             const executorch::exir::Backend* backend,
                             Progress& progress) {
  const std::string output = options.output.empty()
                                 ? default_output(sources.front().path)
                                 : options.output;
  const bool external = !options.external_weights.empty();
  if (options.external_weights == output) {
    return fail(fmt::format("{} is to be both program and weights", output));
  }
  progress.show("emit", 1, 1);
  ET_ASSIGN(const auto emitted,
            executorch::exir::emit(programs, {.external_constants = external}));
  if (external) {
    ET_TRY(check_external(programs, emitted, backend));
  }
  if (options.verify) {
    progress.show("verify", 1, 1);
    ET_TRY(verify(options, sources, programs, emitted, backend));
  }
  return emitted.write(output, options.external_weights);
}

Expected<void> compile(const CompileOptions& options) {
  ET_TRY(check_options(options));
  BackendOptions backend_options = options.backend;
  if (!options.external_weights.empty()) {
    backend_options.constants = PayloadConstants::kByName;
  }
  ET_ASSIGN(const auto backend, make_backend(backend_options));
  ET_ASSIGN(const auto sources, sources_of(options));
  Progress progress;
  std::vector<NamedProgram> programs;
  for (const Source& source : sources) {
    ET_ASSIGN(programs.emplace_back(),
              lower(options, source, passes_until(options.stop_after),
                    backend.get(), progress));
  }
  if (options.stop_after.empty()) {
    return write_program(options, sources, programs, backend.get(), progress);
  }
  for (const NamedProgram& named : programs) {
    fmt::print("# method {} after {}\n{}", named.name, options.stop_after,
               executorch::exir::print_graph(*named.program.graph));
  }
  return {};
}

}  // namespace

void add_compile_command(CLI::App& app, int& status) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App* command =
      app.add_subcommand("compile", "Compile a .pt2 archive to a .pte program");
  command->add_option("model", options->model, "Archive of torch.export.save");
  command->add_option("-o,--output", options->output,
                      "Program to write (default: the model's name with .pte)");
  command->add_option("--external-weights", options->external_weights,
                      "Data file (.ptd) to write the constants to, found by "
                      "name; those of the MPS delegate stay in the program");
  add_backend_options(*command, options->backend);
  command->add_flag("--report", options->report,
                    "Print what went to the delegate, what stayed, and why");
  command->add_option("--method", options->methods,
                      "NAME=FILE.pt2: one more method of the program");
  command->add_option("--stop-after", options->stop_after,
                      "Print the graph after import or a pass, write nothing");
  command->add_flag("--verify", options->verify,
                    "Run the program and the imported graph, operator by "
                    "operator, on the same inputs; write nothing if they "
                    "depart");
  command->add_option("--input", options->inputs,
                      "With --verify, a .npy file or a literal for each input, "
                      "in order (default: made-up inputs)");
  command->footer("Example: rushlight compile mv2.pt2 -o mv2.pte");
  command->callback([options, &status] {
    if (options->model.empty() && options->methods.empty()) {
      throw CLI::RequiredError("model");
    }
    const auto result = compile(*options);
    if (!result) {
      fmt::print(stderr, "{}\n", result.error().str());
      status = kRefused;
    }
  });
}

}  // namespace rushlight
