#import "rows.h"

namespace mps_emulation {

Strides dense_strides(const Dims& dims) {
  Strides strides(dims.size());
  int64_t step = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = step;
    step *= dims[i];
  }
  return strides;
}

Strides broadcast_strides(const Dims& operand, const Dims& result) {
  const Strides dense = dense_strides(operand);
  const size_t missing = result.size() - operand.size();
  Strides strides(result.size(), 0);
  for (size_t i = 0; i < operand.size(); ++i) {
    strides[missing + i] = operand[i] == 1 ? 0 : dense[i];
  }
  return strides;
}

void coalesce(Dims& dims, Strides* strides, size_t n_operands) {
  size_t kept = 0;
  for (size_t i = 1; i < dims.size(); ++i) {
    bool is_one = true;
    for (size_t k = 0; k < n_operands; ++k) {
      is_one = is_one && strides[k][kept] == strides[k][i] * dims[i];
    }
    if (dims[kept] == 1) {
      is_one = true;
    }
    if (!is_one && dims[i] == 1) {
      continue;
    }
    const int64_t outer = is_one ? dims[kept] : 1;
    kept += is_one ? 0 : 1;
    dims[kept] = outer * dims[i];
    for (size_t k = 0; k < n_operands; ++k) {
      strides[k][kept] = strides[k][i];
    }
  }
  const size_t rank = dims.empty() ? 0 : kept + 1;
  dims.resize(rank);
  for (size_t k = 0; k < n_operands; ++k) {
    strides[k].resize(rank);
  }
  if (dims.empty()) {
    dims = {1};
    for (size_t k = 0; k < n_operands; ++k) {
      strides[k] = {0};
    }
  }
}

}  // namespace mps_emulation
