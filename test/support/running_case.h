#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "case_zip.h"
#include "program_run.h"

namespace rushlight::test {

/// A case's program, whose methods are loaded together and stay loaded from
/// call to call.
class RunningCase {
 public:
  explicit RunningCase(const CaseZip& zip) : zip_(zip) {}

  /// Runs one call and gives its outputs, None among them as empty arrays.
  Expected<std::vector<NpyArray>> run(const CaseCall& call);
  /// What an input holds after the call, where it is a tensor.
  Expected<NpyArray> input_after(const CaseCall& call, size_t index);

 private:
  Expected<void> load();

  const CaseZip& zip_;
  std::unique_ptr<Session> session_;
  std::map<std::string, std::unique_ptr<LoadedMethod>> methods_;
};

/// Compiles all methods of a case to its program, for `backend` as in
/// exir::LowerOptions. Fails as the compiler does.
Expected<void> compile_case(const CaseZip& zip,
                            const executorch::exir::Backend* backend = nullptr);

/// Compiles and runs a case: empty if it does what case.json expects, else
/// what is wrong. A refusal by the compiler, where values are expected, begins
/// with "refused: ".
std::string run_case(const CaseZip& zip,
                     const executorch::exir::Backend* backend = nullptr);

}  // namespace rushlight::test
