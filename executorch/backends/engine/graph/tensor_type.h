#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <string>

namespace executorch {
namespace backends {
namespace engine {

bool is_float(ScalarType dtype);
bool is_integer(ScalarType dtype);  ///< bool is none
size_t element_nbytes(ScalarType dtype);

/// Checks what Graph::add_input() asks of a type; `what` is for the message.
Error check_type(const char* what, const TensorType& type);

/// Such as "Float[1, 3]".
std::string to_string(const TensorType& type);
std::string to_string(const std::vector<int64_t>& sizes);

/// Stores `value` as an element of `dtype` at `out`, which has room for 8
/// bytes; see Graph::add_scalar().
Error encode_scalar(const char* what, ScalarType dtype, double value,
                    void* out);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
