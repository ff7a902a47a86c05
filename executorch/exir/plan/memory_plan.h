#pragma once

#include <executorch/exir/ir/graph.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace executorch::exir {

/// Place of a tensor in the memory that the caller hands to a Method.
struct Allocation {
  uint32_t memory_id = 0;
  uint64_t offset = 0;  ///< bytes
};

/// Every tensor that is not a constant has its place. Memory 0 is reserved by
/// the format, 1 is the arena of inputs, intermediates and outputs, 2 (where
/// there are mutable buffers) keeps their state between calls.
struct MemoryPlan {
  std::vector<int64_t> buffer_nbytes;  ///< by memory id
  std::unordered_map<const Value*, Allocation> allocations;
};

/// Alignment of every tensor, in bytes.
inline constexpr uint64_t kTensorAlignment = 16;

/// Places of the mutable buffers of all methods of a program, in memory 2.
/// Methods that name the same buffer of the module share it.
struct StateLayout {
  struct Place {
    uint64_t offset = 0;  ///< bytes
    const Value* buffer = nullptr;  ///< as the first method has it
  };
  std::map<std::string, Place> places;  ///< by Value::fqn
  uint64_t nbytes = 0;
};

/// Fails, naming the buffer, if methods disagree on its spec or initial value.
Expected<StateLayout> plan_state(std::span<const Graph* const> methods);

/// Plans for the upper bound of every size. Tensors whose lifetimes overlap do
/// not overlap in memory; views share the memory of what they view, and a
/// pointwise operator writes over an operand that ends with it. Fails, naming
/// the value, for a size without an upper bound.
Expected<MemoryPlan> plan_memory(const Graph& graph, const StateLayout& state);

}  // namespace executorch::exir
