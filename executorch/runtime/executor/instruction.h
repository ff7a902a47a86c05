#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/operator_registry.h>

namespace executorch {
namespace runtime {

/// An instruction of a method, checked and with its indices resolved.
struct Instruction {
  enum class Kind : uint8_t {
    KernelCall,
    DelegateCall,
    Move,
    JumpFalse,
    Free,
  };

  Kind kind;
  /// KernelCall: index of the operator. DelegateCall: of the delegate.
  /// JumpFalse: the instruction to go on at.
  uint32_t index;
  /// KernelCall: how many of the first arguments must have data.
  uint32_t num_data_args;
  OpFunction op;
  /// Arguments of a call; {from, to}; {condition}; {value}.
  Span<EValue*> args;
};

/// Instructions that run one after the other.
struct Chain {
  Instruction* instructions;
  size_t size;
};

}  // namespace runtime
}  // namespace executorch
