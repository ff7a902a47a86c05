#pragma once

#include <string>

#include "backends.h"

namespace rushlight::benchmarks {

/// Path of the complete `.pt2` of a model of test/fixtures/zoo; ends the
/// process with a message if it cannot be made.
std::string archive_of(const std::string& model);

/// Path of its `.pte`, compiled once in each process for a backend.
std::string program_of(const std::string& model,
                       const BackendOptions& backend = {});

}  // namespace rushlight::benchmarks
