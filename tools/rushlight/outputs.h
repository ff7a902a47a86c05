#pragma once

#include <string>

#include "session.h"

namespace rushlight {

/// Writes output i as FOLDER/out_<i>.npy; outputs that are None have no file.
Expected<void> write_outputs(executorch::runtime::Method& method,
                             const std::string& folder);

/// A line for each output: dtype, shape, min, max, mean, first values.
std::string summarize_outputs(executorch::runtime::Method& method);

}  // namespace rushlight
