#include <executorch/runtime/executor/method.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <string_view>

#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/executor/backend_delegate.h>
#include <executorch/runtime/executor/instruction.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace {

bool lacks_data(const aten::Tensor& tensor) {
  return tensor.const_data_ptr() == nullptr && tensor.nbytes() > 0;
}

/// Tells whether an argument is, or holds, a tensor without data: an output
/// without a place, or one that was freed.
bool lacks_data(const EValue& arg) {
  if (arg.isTensor()) {
    return lacks_data(arg.toTensor());
  }
  if (arg.isTensorList()) {
    const auto list = arg.tryToTensorList();
    return list.ok() &&
           std::any_of(list->begin(), list->end(),
                       [](const aten::Tensor& t) { return lacks_data(t); });
  }
  if (arg.isListOptionalTensor()) {
    const auto list = arg.tryToListOptionalTensor();
    return list.ok() &&
           std::any_of(list->begin(), list->end(), [](const auto& t) {
             return t.has_value() && lacks_data(*t);
           });
  }
  return false;
}

Error check_data(Span<EValue*> args, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    ET_CHECK_OR_RETURN_ERROR(
        !lacks_data(*args[i]), InvalidState,
        "argument %zu is a tensor without data: an output whose place was not "
        "set, or freed",
        i);
  }
  return Error::Ok;
}

Result<bool> is_true(const EValue& condition) {
  if (condition.isBool()) {
    return condition.toBool();
  }
  ET_CHECK_OR_RETURN_ERROR(
      condition.isTensor() &&
          condition.toTensor().scalar_type() == aten::ScalarType::Bool,
      InvalidProgram,
      "the condition of a jump has tag %u, expected Bool or a Bool tensor",
      static_cast<unsigned>(condition.tag));
  const aten::Tensor& tensor = condition.toTensor();
  ET_CHECK_OR_RETURN_ERROR(!lacks_data(tensor), InvalidState,
                           "the condition of a jump has no data");
  const bool* const data = tensor.const_data_ptr<bool>();
  return std::all_of(data, data + tensor.numel(), [](bool b) { return b; });
}

Error release(const EValue& value) {
  const Result<aten::Tensor> tensor = value.tryToTensor();
  ET_CHECK_OK_OR_RETURN_ERROR(tensor.error(),
                              "a value with tag %u cannot be freed",
                              static_cast<unsigned>(value.tag));
  tensor->unsafeGetTensorImpl()->set_data(nullptr, 0);
  return Error::Ok;
}

/// Bytes of the name of an event.
constexpr size_t kMaxEventName = 128;

/// Writes the name of an operator's event: native_call_<name>.<overload>.
void write_event_name(const executorch_flatbuffer::Operator* op,
                      char (&name)[kMaxEventName]) {
  std::string_view own = op->name()->string_view();
  own.remove_prefix(own.rfind(':') + 1);
  std::snprintf(name, kMaxEventName, "native_call_%.*s.%s",
                static_cast<int>(own.size()), own.data(),
                op->overload() == nullptr ? "" : op->overload()->c_str());
}

/// Runs a kernel, with an event of its own and its result logged.
Error run_kernel(const Instruction& instruction,
                 const executorch_flatbuffer::Operator* op,
                 EventTracer* event_tracer, MemoryAllocator* temp_allocator) {
  char name[kMaxEventName] = "";
  if (internal::event_tracer_present(event_tracer)) {
    write_event_name(op, name);
  }
  internal::EventTracerProfileOpScope scope(event_tracer, name);
  KernelRuntimeContext context(event_tracer, temp_allocator);
  instruction.op(context, instruction.args);
  const Error error = context.failure_state();
  if (error == Error::Ok && !instruction.args.empty()) {
    EValue& result = *instruction.args[instruction.args.size() - 1];
    if (result.isTensor() || result.isTensorList()) {
      internal::event_tracer_log_evalue(event_tracer, result);
    }
  }
  return error;
}

}  // namespace

Error Method::call_kernel(const Instruction& instruction) {
  internal::EventTracerProfileOpScope scope(event_tracer_, "OPERATOR_CALL");
  ET_UNUSED const auto* op = serialization_plan_->operators()->Get(
      static_cast<flatbuffers::uoffset_t>(instruction.index));
  Error error = check_data(instruction.args, instruction.num_data_args);
  if (error == Error::Ok) {
    error = run_kernel(instruction, op, event_tracer_, temp_allocator_);
  }
  if (error != Error::Ok) {
    ET_LOG(Error, "instruction %zu:%zu failed, operator %s.%s: %s",
           step_state_.chain_idx, step_state_.instr_idx, op->name()->c_str(),
           op->overload() == nullptr ? "" : op->overload()->c_str(),
           to_string(error));
  }
  return error;
}

Error Method::call_delegate(const Instruction& instruction) {
  internal::EventTracerProfileOpScope scope(event_tracer_, "DELEGATE_CALL");
  Error error = check_data(instruction.args, instruction.args.size());
  if (error == Error::Ok) {
    BackendExecutionContext context(event_tracer_, temp_allocator_,
                                    serialization_plan_->name()->c_str());
    error = delegates_[instruction.index].Execute(context, instruction.args);
  }
  if (error != Error::Ok) {
    ET_LOG(Error,
           "instruction %zu:%zu failed, delegate %" PRIu32 " of backend %s: %s",
           step_state_.chain_idx, step_state_.instr_idx, instruction.index,
           *method_meta().get_backend_name(instruction.index),
           to_string(error));
    return error;
  }
  for (EValue* const arg : instruction.args) {
    internal::event_tracer_log_evalue(event_tracer_, *arg);
  }
  return Error::Ok;
}

Error Method::execute_instruction() {
  const Chain& chain = chains_[step_state_.chain_idx];
  const Instruction& instruction = chain.instructions[step_state_.instr_idx];
  size_t next = step_state_.instr_idx + 1;
  Error error = Error::Ok;
  switch (instruction.kind) {
    case Instruction::Kind::KernelCall:
      error = call_kernel(instruction);
      break;
    case Instruction::Kind::DelegateCall:
      error = call_delegate(instruction);
      break;
    case Instruction::Kind::Move: {
      internal::EventTracerProfileOpScope scope(event_tracer_, "MOVE_CALL");
      *instruction.args[1] = *instruction.args[0];
      break;
    }
    case Instruction::Kind::JumpFalse: {
      internal::EventTracerProfileOpScope scope(event_tracer_, "JF_CALL");
      const Result<bool> condition = is_true(*instruction.args[0]);
      error = condition.error();
      if (condition.ok() && !*condition) {
        next = instruction.index;
      }
      break;
    }
    case Instruction::Kind::Free: {
      internal::EventTracerProfileOpScope scope(event_tracer_, "FREE_CALL");
      error = release(*instruction.args[0]);
      break;
    }
  }
  temp_allocator_->reset();
  if (error == Error::Ok) {
    step_state_.instr_idx = next;
  }
  return error;
}

Error Method::check_inputs_set() const {
  for (size_t i = 0; i < inputs_size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(input_set_[i], InvalidArgument,
                             "input %zu has not been set", i);
  }
  return Error::Ok;
}

Error Method::run_all() {
  for (; step_state_.chain_idx < n_chains_; ++step_state_.chain_idx) {
    step_state_.instr_idx = 0;
    while (step_state_.instr_idx < chains_[step_state_.chain_idx].size) {
      internal::EventTracerProfileInstructionScope scope(
          event_tracer_, static_cast<ChainID>(step_state_.chain_idx),
          static_cast<DebugHandle>(step_state_.instr_idx));
      ET_CHECK_OK_OR_RETURN_ERROR(execute_instruction());
    }
  }
  return Error::Ok;
}

Error Method::execute() {
  internal::event_tracer_create_event_block(event_tracer_, "Execute");
  ET_CHECK_OR_RETURN_ERROR(initialized(), NotSupported,
                           "the method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(!running(), InvalidState,
                           "an execution by step() is in progress");
  ET_CHECK_OK_OR_RETURN_ERROR(check_inputs_set());
  temp_allocator_->reset();
  step_state_ = StepState{0, 0};
  Error error = Error::Ok;
  {
    internal::EventTracerProfileMethodScope scope(event_tracer_,
                                                  "Method::execute");
    error = run_all();
  }
  step_state_ = StepState{0, 0};
  if (error == Error::Ok) {
    log_outputs();
  }
  return error;
}

Error Method::run_next() {
  ET_CHECK_OR_RETURN_ERROR(initialized(), InvalidState,
                           "the method is not loaded");
  internal::EventTracerProfileInstructionScope instruction_scope(
      event_tracer_, static_cast<ChainID>(step_state_.chain_idx),
      static_cast<DebugHandle>(step_state_.instr_idx));
  internal::EventTracerProfileMethodScope scope(event_tracer_, "Method::step");
  if (step_state_.chain_idx == n_chains_) {
    return Error::EndOfMethod;
  }
  const size_t size = chains_[step_state_.chain_idx].size;
  if (size > 0) {
    ET_CHECK_OK_OR_RETURN_ERROR(execute_instruction());
  }
  if (step_state_.instr_idx >= size) {
    step_state_ = StepState{step_state_.chain_idx + 1, 0};
    log_outputs();
  }
  return Error::Ok;
}

Error Method::step() { return run_next(); }

Error Method::experimental_step() { return run_next(); }

bool Method::in_progress() const { return running(); }

bool Method::running() const {
  return (step_state_.chain_idx != 0 || step_state_.instr_idx != 0) &&
         step_state_.chain_idx < n_chains_;
}

Error Method::rewind() {
  ET_CHECK_OR_RETURN_ERROR(step_state_.chain_idx == n_chains_, InvalidState,
                           "the last instruction has not been run");
  step_state_ = StepState{0, 0};
  return Error::Ok;
}

Error Method::reset_execution() { return rewind(); }

Error Method::experimental_reset_execution() { return rewind(); }

void Method::log_outputs() {
  if (!internal::event_tracer_present(event_tracer_)) {
    return;
  }
  for (size_t i = 0; i < outputs_size(); ++i) {
    internal::event_tracer_log_evalue_output(event_tracer_, get_output(i));
  }
}

}  // namespace runtime
}  // namespace executorch
