#include "delegate_case.h"

#include "case_files.h"
#include "running_case.h"

namespace rushlight::test {

using executorch::exir::Backend;

std::string run_on(const Backend& backend, const std::string& name) {
  const auto zip = open_case(fixture(name + ".zip"));
  return zip ? run_case(*zip, &backend) : error_of(zip);
}

std::string run_operator_on(const Backend& backend, const std::string& op) {
  std::string wrong;
  for (const std::string& sample : fixture_names("ops/" + op)) {
    const std::string found = run_on(backend, "ops/" + op + "/" + sample);
    if (!found.empty() && !found.starts_with("refused: ")) {
      wrong += sample + ": " + found + "\n";
    }
  }
  return wrong;
}

}  // namespace rushlight::test
