#pragma once

#include <executorch/schema/program_generated.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace rushlight {

/// Names of the data that a method finds outside of the program, each once:
/// those of its tensors in the order of its values, then those of the payloads
/// of its delegates. `file` is the whole program, verified, with `plan` in it.
std::vector<std::string> external_constants(
    std::span<const std::byte> file,
    const executorch_flatbuffer::ExecutionPlan& plan);

}  // namespace rushlight
