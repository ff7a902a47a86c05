#include <executorch/runtime/executor/program_validation.h>

#include <cstring>

#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/executor/vector_check.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

using FbIndices = flatbuffers::Vector<int32_t>;
using FbInstructions =
    flatbuffers::Vector<flatbuffers::Offset<fb::Instruction>>;

/// Jumps back that a chain may have; each costs a pass over what it repeats.
constexpr size_t kMaxJumpsBack = 256;

bool is_index(int32_t index, size_t size) {
  return index >= 0 && static_cast<size_t>(index) < size;
}

Error check_index(int32_t index, size_t size, ET_UNUSED const char* what) {
  ET_CHECK_OR_RETURN_ERROR(is_index(index, size), InvalidProgram,
                           "%s %" PRId32 " of %zu", what, index, size);
  return Error::Ok;
}

Error check_values(const FbIndices* indices, const fb::ExecutionPlan* plan,
                   ET_UNUSED const char* what) {
  ET_CHECK_OR_RETURN_ERROR(indices != nullptr, InvalidProgram,
                           "there are no %s", what);
  for (const int32_t index : *indices) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        check_index(index, plan->values()->size(), "value"), "in %s", what);
  }
  return Error::Ok;
}

Error check_delegate(const fb::BackendDelegate* delegate) {
  ET_CHECK_OR_RETURN_ERROR(
      delegate->id() != nullptr && delegate->processed() != nullptr,
      InvalidProgram, "a delegate has no backend id or no payload");
  if (delegate->compile_specs() != nullptr) {
    for (const auto* spec : *delegate->compile_specs()) {
      ET_CHECK_OR_RETURN_ERROR(
          spec->key() != nullptr && spec->value() != nullptr, InvalidProgram,
          "a compile spec of backend %s has no key or value",
          delegate->id()->c_str());
    }
  }
  return Error::Ok;
}

Error check_planned_buffers(const fb::ExecutionPlan* plan) {
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_vector(plan->non_const_buffer_sizes(), "planned buffer sizes"));
  for (const int64_t nbytes : *plan->non_const_buffer_sizes()) {
    ET_CHECK_OR_RETURN_ERROR(
        nbytes >= 0 && static_cast<uint64_t>(nbytes) <= SIZE_MAX,
        InvalidProgram, "a planned buffer has the size %" PRId64, nbytes);
  }
  return Error::Ok;
}

Error check_operator(const fb::ExecutionPlan* plan, int32_t index) {
  const size_t size =
      plan->operators() == nullptr ? 0 : plan->operators()->size();
  ET_CHECK_OK_OR_RETURN_ERROR(check_index(index, size, "operator"));
  ET_CHECK_OR_RETURN_ERROR(
      plan->operators()
              ->Get(static_cast<flatbuffers::uoffset_t>(index))
              ->name() != nullptr,
      InvalidProgram, "operator %" PRId32 " has no name", index);
  return Error::Ok;
}

Error check_instruction(const fb::ExecutionPlan* plan,
                        const fb::Instruction* instruction,
                        size_t num_instructions) {
  ET_CHECK_OR_RETURN_ERROR(instruction->instr_args() != nullptr, InvalidProgram,
                           "the instruction has no arguments");
  const size_t num_values = plan->values()->size();
  switch (instruction->instr_args_type()) {
    case fb::InstructionArguments::KernelCall: {
      const auto* call = instruction->instr_args_as_KernelCall();
      ET_CHECK_OK_OR_RETURN_ERROR(check_operator(plan, call->op_index()));
      return check_values(call->args(), plan, "kernel arguments");
    }
    case fb::InstructionArguments::DelegateCall: {
      const auto* call = instruction->instr_args_as_DelegateCall();
      ET_CHECK_OK_OR_RETURN_ERROR(check_index(
          call->delegate_index(),
          plan->delegates() == nullptr ? 0 : plan->delegates()->size(),
          "delegate"));
      ET_CHECK_OR_RETURN_ERROR(
          call->args() != nullptr && call->args()->size() > 0, InvalidProgram,
          "a delegate is called without arguments");
      return check_values(call->args(), plan, "delegate arguments");
    }
    case fb::InstructionArguments::MoveCall: {
      const auto* call = instruction->instr_args_as_MoveCall();
      ET_CHECK_OK_OR_RETURN_ERROR(
          check_index(call->move_from(), num_values, "value"));
      return check_index(call->move_to(), num_values, "value");
    }
    case fb::InstructionArguments::JumpFalseCall: {
      const auto* call = instruction->instr_args_as_JumpFalseCall();
      ET_CHECK_OK_OR_RETURN_ERROR(
          check_index(call->cond_value_index(), num_values, "value"));
      return check_index(call->destination_instruction(), num_instructions + 1,
                         "jump to instruction");
    }
    case fb::InstructionArguments::FreeCall:
      return check_index(instruction->instr_args_as_FreeCall()->value_index(),
                         num_values, "value");
    default:
      ET_LOG(Error, "unknown instruction %d",
             static_cast<int>(instruction->instr_args_type()));
      return Error::InvalidProgram;
  }
}

/// Tracks, over a run of instructions, whether one writes a value that it or an
/// earlier one reads: only then does another round do something else.
class RoundTracker {
 public:
  RoundTracker(const fb::ExecutionPlan* plan, bool* read)
      : plan_(plan), read_(read) {
    std::memset(read_, 0, plan->values()->size());
  }

  /// Returns true if the instruction changes what an earlier one reads.
  bool add(const fb::Instruction* instruction) {
    switch (instruction->instr_args_type()) {
      case fb::InstructionArguments::KernelCall:
        return add_call(instruction->instr_args_as_KernelCall()->args(), 1);
      case fb::InstructionArguments::DelegateCall:
        return add_call(instruction->instr_args_as_DelegateCall()->args(), 0);
      case fb::InstructionArguments::MoveCall: {
        const auto* move = instruction->instr_args_as_MoveCall();
        read_[move->move_from()] = true;
        return read_[move->move_to()];
      }
      case fb::InstructionArguments::JumpFalseCall:
        read_[instruction->instr_args_as_JumpFalseCall()->cond_value_index()] =
            true;
        return false;
      default:
        return false;
    }
  }

 private:
  /// The last `num_results` arguments are results only; the outputs of a
  /// delegate cannot be told from its inputs.
  bool add_call(const FbIndices* args, size_t num_results) {
    const size_t size = args->size();
    const size_t num_read = size < num_results ? 0 : size - num_results;
    const int32_t result =
        size == 0 ? 0 : args->Get(static_cast<unsigned>(size - 1));
    bool changes = num_results == 0;
    for (size_t i = 0; i < num_read; ++i) {
      const int32_t arg = args->Get(static_cast<unsigned>(i));
      // An out argument stands where it is passed and again as the result.
      const bool is_out = i + 1 == num_read && arg == result;
      read_[arg] = read_[arg] || !is_out;
    }
    if (size > 0) {
      changes = changes || writes_read_value(result);
    }
    return changes;
  }

  bool writes_read_value(int32_t index) const {
    if (read_[index]) {
      return true;
    }
    const auto* list =
        plan_->values()->Get(static_cast<unsigned>(index))->val_as_TensorList();
    if (list != nullptr) {
      for (const int32_t item : *list->items()) {
        if (read_[item]) {
          return true;
        }
      }
    }
    return false;
  }

  const fb::ExecutionPlan* plan_;
  bool* read_;
};

bool jumps_back(const fb::Instruction* instruction, size_t index) {
  const auto* jump = instruction->instr_args_as_JumpFalseCall();
  return jump != nullptr &&
         static_cast<size_t>(jump->destination_instruction()) <= index;
}

bool round_changes_something(const fb::ExecutionPlan* plan,
                             const FbInstructions* instructions, size_t begin,
                             size_t end, bool* scratch) {
  RoundTracker tracker(plan, scratch);
  for (size_t i = begin; i < end; ++i) {
    if (tracker.add(instructions->Get(static_cast<unsigned>(i)))) {
      return true;
    }
  }
  return false;
}

Error check_jumps_back(const fb::ExecutionPlan* plan,
                       const FbInstructions* instructions,
                       MemoryAllocator* scratch_allocator) {
  bool* scratch = nullptr;
  size_t count = 0;
  for (size_t i = 0; i < instructions->size(); ++i) {
    const auto* instruction = instructions->Get(static_cast<unsigned>(i));
    if (!jumps_back(instruction, i)) {
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(++count <= kMaxJumpsBack, InvalidProgram,
                             "more than %zu jumps back", kMaxJumpsBack);
    if (scratch == nullptr) {
      scratch = scratch_allocator->allocateList<bool>(plan->values()->size());
      ET_CHECK_OR_RETURN_ERROR(scratch != nullptr, MemoryAllocationFailed,
                               "no memory to check jumps");
    }
    const auto target = static_cast<size_t>(
        instruction->instr_args_as_JumpFalseCall()->destination_instruction());
    ET_CHECK_OR_RETURN_ERROR(
        round_changes_something(plan, instructions, target, i, scratch),
        InvalidProgram,
        "instruction %zu jumps back to %zu and would do so forever", i, target);
  }
  return Error::Ok;
}

}  // namespace

Error validate_interface(const fb::ExecutionPlan* plan) {
  ET_CHECK_OR_RETURN_ERROR(plan->name() != nullptr && plan->values() != nullptr,
                           InvalidProgram,
                           "the method has no name or no values");
  ET_CHECK_OK_OR_RETURN_ERROR(check_values(plan->inputs(), plan, "inputs"));
  ET_CHECK_OK_OR_RETURN_ERROR(check_values(plan->outputs(), plan, "outputs"));
  if (plan->delegates() != nullptr) {
    for (const auto* delegate : *plan->delegates()) {
      ET_CHECK_OK_OR_RETURN_ERROR(check_delegate(delegate));
    }
  }
  return check_planned_buffers(plan);
}

Error validate_instructions(const fb::ExecutionPlan* plan,
                            MemoryAllocator* scratch) {
  ET_CHECK_OR_RETURN_ERROR(
      plan->chains() != nullptr && plan->chains()->size() > 0, InvalidProgram,
      "method %s has no instructions", plan->name()->c_str());
  for (const auto* chain : *plan->chains()) {
    const auto* instructions = chain->instructions();
    ET_CHECK_OR_RETURN_ERROR(instructions != nullptr, InvalidProgram,
                             "a chain of method %s has no instructions",
                             plan->name()->c_str());
    for (size_t i = 0; i < instructions->size(); ++i) {
      ET_CHECK_OK_OR_RETURN_ERROR(
          check_instruction(plan, instructions->Get(static_cast<unsigned>(i)),
                            instructions->size()),
          "instruction %zu of method %s", i, plan->name()->c_str());
    }
    ET_CHECK_OK_OR_RETURN_ERROR(check_jumps_back(plan, instructions, scratch));
  }
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
