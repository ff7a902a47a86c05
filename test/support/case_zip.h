#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inputs.h"
#include "paths.h"

namespace rushlight::test {

/// One call of a case, as case.json lists it.
struct CaseCall {
  std::string folder;  ///< holds in_<i>.npy and out_<i>.npy
  std::string method;
  bool reset = false;  ///< runs on a freshly loaded program
  size_t output_count = 0;
};

/// A case zip, unpacked for the life of the object.
struct CaseZip {
  std::unique_ptr<ScratchFolder> folder;
  std::string program;  ///< path of model.pte
  std::vector<CaseCall> calls;
};

/// Writes every entry of a zip below `folder`.
Expected<void> extract_zip(const std::string& path, const std::string& folder);

Expected<CaseZip> open_case(const std::string& path);

}  // namespace rushlight::test
