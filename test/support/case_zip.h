#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compare.h"
#include "inputs.h"
#include "paths.h"

namespace rushlight::test {

/// What a case or a call of it must do.
enum class Expectation { kValues, kError, kValuesOrError };

/// One call of a case, as case.json lists it.
struct CaseCall {
  std::string folder;  ///< holds in_<i>.npy and out_<i>.npy
  std::string method;
  bool reset = false;  ///< runs on a freshly loaded program
  size_t output_count = 0;
  Expectation expectation = Expectation::kValues;
  std::vector<std::string> words;  ///< of the message; `a|b` means either
};

/// A case zip, unpacked for the life of the object.
struct CaseZip {
  std::unique_ptr<ScratchFolder> folder;
  std::string program;  ///< path of model.pte
  std::string data;     ///< path of model.ptd; empty if there is none
  /// Archives by the names of their methods; none in cases of a program.
  std::map<std::string, std::string> archives;
  std::vector<CaseCall> calls;
  Expectation expectation = Expectation::kValues;
  bool is_core = false;  ///< of one-operator cases: core ATen alone
  std::vector<std::string> expected_words;  ///< of an error of the whole case
  std::map<ScalarType, Tolerance> tolerances;
};

/// Writes every entry of a zip below `folder`.
Expected<void> extract_zip(const std::string& path, const std::string& folder);

Expected<CaseZip> open_case(const std::string& path);

}  // namespace rushlight::test
