#pragma once

#include <executorch/exir/passes/evaluate.h>

#include <string>
#include <vector>

#include "npy.h"
#include "session.h"

namespace rushlight {

/// One input as the user gives it: a `.npy` file, or a literal (`3`, `2.5`,
/// `true`) for a scalar input.
struct InputValue {
  std::string text;  ///< as given, for messages
  NpyArray array;    ///< of a file
  bool is_array = false;
};

Expected<std::vector<InputValue>> read_inputs(
    const std::vector<std::string>& args);

/// The files D/in_0.npy, D/in_1.npy, …; inputs without a file (None) keep
/// their place in the numbering of `count` inputs.
Expected<std::vector<InputValue>> read_input_folder(const std::string& folder,
                                                    size_t count);

/// Puts the values into the method's inputs. Fails with the index of the
/// input, the value found and the value expected.
Expected<void> set_inputs(executorch::runtime::Method& method,
                          std::vector<InputValue>& values);

/// The same for a run on the host; a literal is an integer, a float or a bool
/// by how it is written.
Expected<executorch::exir::HostValue> host_value(const InputValue& value);

/// `f32[1, 3]`.
std::string tensor_text(ScalarType dtype, const std::vector<int64_t>& shape);

}  // namespace rushlight
