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

std::string program_of(const std::string& model) {
  static std::set<std::string> compiled;
  const std::string program = test::data_folder() + "/" + model + ".pte";
  if (compiled.insert(model).second) {
    require(test::compile_file(archive_of(model), program));
  }
  return program;
}

}  // namespace rushlight::benchmarks
