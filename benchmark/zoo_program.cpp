#include "zoo_program.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "materialize.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::benchmarks {
namespace {

template <class T>
void require(const executorch::exir::Expected<T>& result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().str());
    std::exit(1);
  }
}

}  // namespace

std::string archive_of(const std::string& model) {
  const auto archive = test::zoo_archive(model);
  require(archive);
  return *archive;
}

std::string program_of(const std::string& model,
                       const BackendOptions& options) {
  static std::set<std::string> compiled;
  const std::string program =
      fmt::format("{}/{}{}{}.pte", test::data_folder(), model, options.name,
                  options.fp16 ? "_fp16" : "");
  if (compiled.insert(program).second) {
    const auto backend = make_backend(options);
    require(backend);
    require(test::compile_file(archive_of(model), program, backend->get()));
  }
  return program;
}

}  // namespace rushlight::benchmarks
