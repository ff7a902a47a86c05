#include "program_run.h"

#include <executorch/exir/exir.h>
#include <executorch/runtime/platform/runtime.h>
#include <fmt/format.h>

#include <filesystem>

#include "outputs.h"
#include "paths.h"

namespace rushlight::test {

using executorch::exir::fail;
using executorch::exir::NamedProgram;
using executorch::runtime::Error;

void register_runtime_once() {
  static const bool kRegistered = [] {
    executorch::runtime::runtime_init();
    register_runtime();
    return true;
  }();
  static_cast<void>(kRegistered);
}

Expected<std::unique_ptr<Session>> open_session(const std::string& path,
                                                const std::string& data_path) {
  register_runtime_once();
  return Session::open(path, nullptr, data_path);
}

Expected<std::vector<NpyArray>> run_method(LoadedMethod& method,
                                           std::vector<InputValue>& inputs) {
  ET_TRY(set_inputs(method.method(), inputs));
  const Error error = method.method().execute();
  if (error != Error::Ok) {
    return fail("the run failed, " + error_text(error));
  }
  const ScratchFolder folder;
  ET_TRY(write_outputs(method.method(), folder.path()));
  std::vector<NpyArray> outputs;
  for (size_t i = 0; i < method.method().outputs_size(); ++i) {
    const std::string path = folder / fmt::format("out_{}.npy", i);
    NpyArray& output = outputs.emplace_back();
    if (std::filesystem::exists(path)) {
      ET_ASSIGN(output, read_npy(path));
    }
  }
  return outputs;
}

Expected<void> compile_file(const std::string& archive,
                            const std::string& program,
                            const executorch::exir::Backend* backend) {
  std::vector<NamedProgram> programs(1);
  programs[0].name = "forward";
  ET_ASSIGN(programs[0].program, executorch::exir::import_pt2(archive));
  executorch::exir::LowerOptions options;
  options.backend = backend;
  ET_TRY(executorch::exir::lower(programs[0].program, options));
  ET_ASSIGN(const auto emitted, executorch::exir::emit(programs));
  return emitted.write(program);
}

Expected<executorch::exir::Agreement> compile_and_verify(
    const std::string& archive,
    std::span<const executorch::exir::PassInfo> passes) {
  std::vector<NamedProgram> programs(1);
  programs[0].name = "forward";
  ET_ASSIGN(programs[0].program, executorch::exir::import_pt2(archive));
  ET_TRY(executorch::exir::lower(programs[0].program, {.passes = passes}));
  ET_ASSIGN(const auto emitted, executorch::exir::emit(programs));
  const executorch::exir::Graph* graphs[] = {programs[0].program.graph.get()};
  ET_ASSIGN(const auto state, executorch::exir::plan_state(graphs));
  const auto bytes = emitted.to_bytes();
  return executorch::exir::verify_method({.bytes = {bytes, {}},
                                          .method = "forward",
                                          .archive = archive,
                                          .state = state,
                                          .passes = passes});
}

size_t planned_nbytes(LoadedMethod& method) {
  const auto meta = method.method().method_meta();
  size_t total = 0;
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    total += static_cast<size_t>(*meta.memory_planned_buffer_size(i));
  }
  return total;
}

}  // namespace rushlight::test
