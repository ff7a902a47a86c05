#include <executorch/runtime/executor/delegate_arguments.h>

#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

template <typename Visit>
void for_each_instruction(const fb::ExecutionPlan& plan, const Visit& visit) {
  for (const auto* chain : *plan.chains()) {
    for (const auto* instruction : *chain->instructions()) {
      visit(*instruction);
    }
  }
}

bool is_input(const fb::ExecutionPlan& plan, int32_t index) {
  for (const int32_t input : *plan.inputs()) {
    if (input == index) {
      return true;
    }
  }
  return false;
}

bool is_moved_to(const fb::ExecutionPlan& plan, int32_t index) {
  bool found = false;
  for_each_instruction(plan, [&](const fb::Instruction& instruction) {
    const auto* move = instruction.instr_args_as_MoveCall();
    found = found || (move != nullptr && move->move_to() == index);
  });
  return found;
}

/// A tensor that has no planned memory, where it could be written.
bool is_constant(const fb::EValue& value) {
  const auto* tensor = value.val_as_Tensor();
  return tensor != nullptr && tensor->allocation_info() == nullptr;
}

}  // namespace

DelegateArguments::DelegateArguments(const fb::ExecutionPlan& plan,
                                     const EValue* values,
                                     size_t delegate_index)
    : plan_(plan), values_(values) {
  size_t count = 0;
  for_each_instruction(plan, [&](const fb::Instruction& instruction) {
    const auto* call = instruction.instr_args_as_DelegateCall();
    if (call != nullptr &&
        static_cast<size_t>(call->delegate_index()) == delegate_index) {
      call_ = count++ == 0 ? call : nullptr;
    }
  });
}

const EValue* DelegateArguments::at(size_t index) const {
  if (call_ == nullptr || index >= call_->args()->size()) {
    return nullptr;
  }
  const int32_t value =
      call_->args()->Get(static_cast<flatbuffers::uoffset_t>(index));
  const auto place = static_cast<flatbuffers::uoffset_t>(value);
  if (!is_constant(*plan_.values()->Get(place)) || is_input(plan_, value) ||
      is_moved_to(plan_, value)) {
    return nullptr;
  }
  const EValue& found = values_[value];
  return found.toTensor().const_data_ptr() == nullptr ? nullptr : &found;
}

}  // namespace runtime
}  // namespace executorch
