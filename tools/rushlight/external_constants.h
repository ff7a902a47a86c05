#pragma once

#include <executorch/schema/program_generated.h>

#include <string>
#include <vector>

namespace rushlight {

/// Names of the tensors whose data a method finds outside of the program, each
/// once, in the order of its values.
std::vector<std::string> external_constants(
    const executorch_flatbuffer::ExecutionPlan& plan);

}  // namespace rushlight
