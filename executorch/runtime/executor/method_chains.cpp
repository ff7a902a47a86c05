#include <executorch/runtime/executor/method.h>

#include <cinttypes>
#include <cstring>

#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/executor/instruction.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

using FbIndices = flatbuffers::Vector<int32_t>;

Result<Span<EValue*>> resolve_args(MemoryAllocator* allocator, EValue* values,
                                   const int32_t* indices, size_t size) {
  if (size == 0) {
    return Span<EValue*>();
  }
  EValue** const args = allocator->allocateList<EValue*>(size);
  ET_CHECK_OR_RETURN_ERROR(args != nullptr, MemoryAllocationFailed,
                           "no method memory for %zu arguments", size);
  for (size_t i = 0; i < size; ++i) {
    args[i] = &values[indices[i]];
  }
  return Span<EValue*>(args, size);
}

/// Longest operator name, overload and zero included.
constexpr size_t kMaxOperatorName = 256;

/// `name.overload`, without printf(), which is half of a small program.
Error operator_name(const fb::Operator* op, char* text) {
  const auto* const name = op->name();
  const auto* const overload = op->overload();
  const size_t overload_size =
      overload == nullptr || overload->size() == 0 ? 0 : overload->size() + 1;
  ET_CHECK_OR_RETURN_ERROR(
      size_t{name->size()} + overload_size < kMaxOperatorName, InvalidProgram,
      "operator name %.60s… is too long", name->c_str());
  std::memcpy(text, name->c_str(), name->size());
  text += name->size();
  if (overload_size > 0) {
    *text = '.';
    std::memcpy(text + 1, overload->c_str(), overload_size - 1);
    text += overload_size;
  }
  *text = '\0';
  return Error::Ok;
}

/// Tensors that a kernel key can describe.
constexpr size_t kMaxKeyTensors = 16;

/// Fills in `meta` for the tensors among the arguments; returns their number.
Result<size_t> describe_tensors(Span<EValue*> args,
                                TensorMeta (&meta)[kMaxKeyTensors]) {
  size_t count = 0;
  for (EValue* const arg : args) {
    if (arg->isTensor()) {
      ET_CHECK_OR_RETURN_ERROR(count < kMaxKeyTensors, InvalidArgument,
                               "more than %zu tensors for a kernel key",
                               kMaxKeyTensors);
      const auto& tensor = arg->toTensor();
      meta[count++] = TensorMeta(
          tensor.scalar_type(),
          {const_cast<aten::DimOrderType*>(tensor.dim_order().data()),
           tensor.dim_order().size()});
    }
  }
  return count;
}

bool is_constant(const fb::ExecutionPlan* plan, int32_t index) {
  const auto* value = plan->values()->Get(static_cast<unsigned>(index));
  if (const auto* list = value->val_as_TensorList()) {
    for (const int32_t item : *list->items()) {
      const auto* of_list = plan->values()->Get(static_cast<unsigned>(item));
      if (of_list->val_as_Tensor() != nullptr && is_constant(plan, item)) {
        return true;
      }
    }
    return false;
  }
  const auto* s_tensor = value->val_as_Tensor();
  if (s_tensor == nullptr || s_tensor->allocation_info() != nullptr) {
    return false;
  }
  return s_tensor->data_buffer_idx() > 0 ||
         (s_tensor->extra_tensor_info() != nullptr &&
          s_tensor->extra_tensor_info()->location() ==
              fb::TensorDataLocation::EXTERNAL);
}

/// The arguments that a call writes to, one bit each: as far as the kernel does
/// not say, the result, and in front of it the out arguments, as many as there
/// are results.
uint64_t written_args(const fb::ExecutionPlan* plan, const FbIndices* args,
                      uint64_t known) {
  const size_t size = args->size();
  if (known != 0 || size == 0) {
    return known;
  }
  const auto* result = plan->values()->Get(
      static_cast<unsigned>(args->Get(static_cast<unsigned>(size - 1))));
  const auto* list = result->val_as_TensorList();
  const size_t num_results = list != nullptr ? list->items()->size()
                             : result->val_as_Tensor() != nullptr ? 1
                                                                  : 0;
  uint64_t written = 0;
  for (size_t i = size; i > 0 && size - i <= num_results; --i) {
    written |= i <= 64 ? uint64_t{1} << (i - 1) : 0;
  }
  return written;
}

/// Refuses a call that writes to a constant, whose memory may be read-only.
Error check_written_args(const fb::ExecutionPlan* plan, const FbIndices* args,
                         uint64_t known, ET_UNUSED const char* name) {
  const uint64_t written = written_args(plan, args, known);
  for (size_t i = 0; i < args->size() && i < 64; ++i) {
    ET_CHECK_OR_RETURN_ERROR(
        (written >> i & 1) == 0 ||
            !is_constant(plan, args->Get(static_cast<unsigned>(i))),
        InvalidProgram,
        "operator %s writes to argument %zu, which is a constant", name, i);
  }
  return Error::Ok;
}

bool has_keyed_kernel(const char* name, Span<const Kernel> kernels) {
  for (const Kernel& kernel : kernels) {
    if (!kernel.kernel_key_.is_fallback() &&
        std::strcmp(kernel.name_, name) == 0) {
      return true;
    }
  }
  return false;
}

/// Finds a kernel. The tensors are only described for operators that have
/// kernels for certain types.
Result<const Kernel*> find(const char* name, Span<EValue*> args,
                           Span<const Kernel> kernels) {
  if (!has_keyed_kernel(name, kernels)) {
    return internal::find_kernel(name, {}, kernels);
  }
  TensorMeta meta[kMaxKeyTensors];
  const Result<size_t> count = describe_tensors(args, meta);
  if (!count.ok()) {
    return count.error();
  }
  return internal::find_kernel(name, {meta, *count}, kernels);
}

}  // namespace

Error Method::resolve_kernel(const fb::KernelCall* call,
                             Instruction* instruction) {
  char name[kMaxOperatorName];
  ET_CHECK_OK_OR_RETURN_ERROR(
      operator_name(serialization_plan_->operators()->Get(
                        static_cast<flatbuffers::uoffset_t>(call->op_index())),
                    name));
  Result<const Kernel*> own = find(name, instruction->args, kernel_registry_);
  const Result<const Kernel*> kernel =
      own.error() != Error::OperatorMissing
          ? std::move(own)
          : find(name, instruction->args, get_registered_kernels());
  ET_CHECK_OK_OR_RETURN_ERROR(kernel.error(),
                              "there is no kernel for operator %s", name);
  const size_t wanted = (*kernel)->num_args_;
  const size_t given = instruction->args.size();
  ET_CHECK_OR_RETURN_ERROR(
      given >= wanted, InvalidProgram,
      "operator %s has %zu arguments, expected at least %zu", name, given,
      wanted);
  ET_CHECK_OK_OR_RETURN_ERROR(check_written_args(
      serialization_plan_, call->args(), (*kernel)->written_args_, name));
  instruction->op = (*kernel)->op_;
  // The last argument only names the result, unless it is known better.
  instruction->num_data_args =
      static_cast<uint32_t>(wanted > 0 ? wanted : (given > 0 ? given - 1 : 0));
  return Error::Ok;
}

Error Method::init_instruction(const fb::Instruction* s_instruction,
                               Instruction* instruction) {
  MemoryAllocator* const allocator = memory_manager_->method_allocator();
  *instruction = Instruction{};
  int32_t operands[2] = {0, 0};
  const int32_t* indices = operands;
  size_t size = 1;
  switch (s_instruction->instr_args_type()) {
    case fb::InstructionArguments::KernelCall: {
      const auto* call = s_instruction->instr_args_as_KernelCall();
      instruction->kind = Instruction::Kind::KernelCall;
      instruction->index = static_cast<uint32_t>(call->op_index());
      indices = call->args()->data();
      size = call->args()->size();
      break;
    }
    case fb::InstructionArguments::DelegateCall: {
      const auto* call = s_instruction->instr_args_as_DelegateCall();
      instruction->kind = Instruction::Kind::DelegateCall;
      instruction->index = static_cast<uint32_t>(call->delegate_index());
      indices = call->args()->data();
      size = call->args()->size();
      break;
    }
    case fb::InstructionArguments::MoveCall: {
      const auto* call = s_instruction->instr_args_as_MoveCall();
      instruction->kind = Instruction::Kind::Move;
      operands[0] = call->move_from();
      operands[1] = call->move_to();
      size = 2;
      break;
    }
    case fb::InstructionArguments::JumpFalseCall: {
      const auto* call = s_instruction->instr_args_as_JumpFalseCall();
      instruction->kind = Instruction::Kind::JumpFalse;
      instruction->index =
          static_cast<uint32_t>(call->destination_instruction());
      operands[0] = call->cond_value_index();
      break;
    }
    default:
      instruction->kind = Instruction::Kind::Free;
      operands[0] = s_instruction->instr_args_as_FreeCall()->value_index();
      break;
  }
  const Result<Span<EValue*>> args =
      resolve_args(allocator, values_, indices, size);
  if (!args.ok()) {
    return args.error();
  }
  instruction->args = *args;
  return Error::Ok;
}

Error Method::init_chain(const fb::Chain* s_chain, Chain* chain,
                         size_t* num_missing) {
  const auto* s_instructions = s_chain->instructions();
  chain->size = s_instructions->size();
  chain->instructions = nullptr;
  if (chain->size == 0) {
    return Error::Ok;
  }
  chain->instructions =
      memory_manager_->method_allocator()->allocateList<Instruction>(
          chain->size);
  ET_CHECK_OR_RETURN_ERROR(
      chain->instructions != nullptr, MemoryAllocationFailed,
      "no method memory for %zu instructions", chain->size);
  for (size_t i = 0; i < chain->size; ++i) {
    const auto* s_instruction =
        s_instructions->Get(static_cast<flatbuffers::uoffset_t>(i));
    Instruction* const instruction = &chain->instructions[i];
    ET_CHECK_OK_OR_RETURN_ERROR(init_instruction(s_instruction, instruction));
    if (instruction->kind != Instruction::Kind::KernelCall) {
      continue;
    }
    const Error error =
        resolve_kernel(s_instruction->instr_args_as_KernelCall(), instruction);
    if (error == Error::OperatorMissing) {
      ++*num_missing;
    } else if (error != Error::Ok) {
      return error;
    }
  }
  return Error::Ok;
}

Error Method::init_chains() {
  const auto* s_chains = serialization_plan_->chains();
  chains_ = memory_manager_->method_allocator()->allocateList<Chain>(
      s_chains->size());
  ET_CHECK_OR_RETURN_ERROR(chains_ != nullptr, MemoryAllocationFailed,
                           "no method memory for %u chains",
                           static_cast<unsigned>(s_chains->size()));
  size_t num_missing = 0;
  for (const auto* s_chain : *s_chains) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        init_chain(s_chain, &chains_[n_chains_], &num_missing));
    ++n_chains_;
  }
  ET_CHECK_OR_RETURN_ERROR(num_missing == 0, OperatorMissing,
                           "%zu instructions have no kernel", num_missing);
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
