#pragma once

#import <MetalPerformanceShaders/MetalPerformanceShaders.h>

#include <cstdint>
#include <vector>

namespace mps_emulation {

using Dims = std::vector<int64_t>;

bool is_float(MPSDataType type);
bool is_bool(MPSDataType type);
size_t element_nbytes(MPSDataType type);
int64_t numel(const Dims& dims);

/// A tensor's elements in row-major order: floats of both widths as float, the
/// rest as 64-bit integers.
struct Value {
  Value() = default;
  Value(MPSDataType value_type, Dims value_dims);

  MPSDataType type = MPSDataTypeInvalid;
  Dims dims;
  std::vector<float> floats;
  std::vector<int64_t> integers;
};

/// Rounds to the type: halves to even, integers wrap.
void settle(Value& value);

Value load(const void* bytes, MPSDataType type, const Dims& dims);
void store(const Value& value, void* bytes);

/// Calls f with the elements of two values of one kind, whichever it is.
template <typename Function>
void with_elements(const Value& from, Value& to, Function f) {
  if (is_float(from.type)) {
    f(from.floats.data(), to.floats.data());
  } else {
    f(from.integers.data(), to.integers.data());
  }
}

}  // namespace mps_emulation
