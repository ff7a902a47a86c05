#pragma once

#include <executorch/exir/ir/graph.h>

#include <cstdint>
#include <variant>
#include <vector>

namespace executorch::exir {

/// A tensor as it is in one run: row-major bytes.
struct HostTensor {
  ScalarType dtype = ScalarType::Float;
  std::vector<int64_t> sizes;
  ConstantData data;
};

/// A value as it is in one run; the first alternative is None.
using HostValue =
    std::variant<std::monostate, HostTensor, int64_t, double, bool>;

/// Memory at an address that every dtype can be read from, or a refusal.
Expected<ConstantData> allocate_data(size_t nbytes);
/// Its bytes, to write to before anybody else has them.
inline std::byte* writable(const ConstantData& data) {
  return const_cast<std::byte*>(data.bytes.data());
}

/// Runs one node of constant tensors and numbers through its portable kernel.
/// Sizes of operands are constants; a result of other sizes has those that the
/// kernel gives it, within their upper bounds. Fails if the operator has no
/// kernel or the kernel refuses.
Expected<std::vector<HostValue>> evaluate(const Node& node);

}  // namespace executorch::exir
