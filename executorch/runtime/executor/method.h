#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/merged_data_map.h>
#include <executorch/runtime/executor/method_meta.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch_flatbuffer {
struct Chain;
struct EValue;
struct ExecutionPlan;
struct Instruction;
struct KernelCall;
struct Tensor;
}  // namespace executorch_flatbuffer

namespace executorch {
namespace runtime {

namespace deserialization {
struct NamedData;
}  // namespace deserialization

namespace internal {
class PlatformMemoryAllocator;
}  // namespace internal

class BackendDelegate;
class Program;
struct Chain;
struct Instruction;

using InstructionArgs = Span<EValue*>;
using deserialization::NamedData;

/// A method that has been loaded and can be executed any number of times. Not
/// thread-safe; different methods are independent. Program and memory manager
/// must outlive it.
class Method final {
 public:
  /// Leaves an object that can only be destroyed.
  Method(Method&& other) noexcept;
  ~Method();
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  Method& operator=(Method&&) = delete;

  /// Sets an input. The data of a tensor are copied if the program plans memory
  /// for the input (TensorInfo::is_memory_planned()); otherwise they are
  /// shared and must stay valid until the execution is over. A tensor must have
  /// the type and number of dimensions of the program's, its sizes (or at most
  /// those of a dynamic input), and its data must lie in the order of the
  /// program's dim order. A number that an instruction reads may have any
  /// value; every other input that is no tensor must have the value that the
  /// program has, and None and strings need not be set.
  ///
  /// @retval Error::InvalidArgument The input does not fit, as logged, or there
  ///     is no such input.
  /// @retval Error::InvalidState An execution is in progress.
  /// @retval Error::NotSupported The data are not in host memory.
  ET_NODISCARD Error set_input(const EValue& input_evalue, size_t input_idx);

  /// Sets all inputs.
  ///
  /// @retval Error::InvalidArgument Their number is not inputs_size(), or one
  ///     does not fit.
  ET_NODISCARD Error set_inputs(const aten::ArrayRef<EValue>& input_evalues);

  /// Gives an output that has no planned memory its place.
  ///
  /// @param[in] buffer Memory of the caller, valid as long as the output.
  /// @param[in] size Bytes at `buffer`.
  /// @retval Error::InvalidArgument There is no such output, it is no tensor,
  ///     or the buffer is too small.
  /// @retval Error::InvalidState The output has planned memory or is constant.
  ET_NODISCARD Error set_output_data_ptr(void* buffer, size_t size,
                                         size_t output_idx);

  /// Copies the outputs, and None behind them, to an array. Tensors still share
  /// their data with the method; the next execution overwrites them.
  ///
  /// @param[in] length Elements of the array; at least outputs_size().
  ET_NODISCARD Error get_outputs(EValue* output_evalues, size_t length);

  /// The same for inputs, which then count as set: the caller may write to the
  /// data of their tensors.
  ET_DEPRECATED ET_NODISCARD Error get_inputs(EValue* input_evalues,
                                              size_t length);

  /// Returns a tensor by its name in the model, such as "layer.weight". It
  /// shares its data with the method.
  ///
  /// @retval Error::NotFound There is none.
  ET_NODISCARD Result<aten::Tensor> get_attribute(std::string_view name);

  /// Runs the method.
  ///
  /// @retval Error::InvalidArgument An input has not been set.
  /// @retval Error::InvalidState An execution by step() is in progress, or a
  ///     tensor has no data.
  /// Otherwise what a kernel or a delegate reports.
  ET_NODISCARD Error execute();

  /// Runs one instruction.
  ///
  /// @retval Error::EndOfMethod There is none left; see reset_execution().
  ET_EXPERIMENTAL ET_NODISCARD Error step();
  ET_DEPRECATED ET_NODISCARD Error experimental_step();

  /// Tells whether step() has run some, but not all instructions.
  ET_EXPERIMENTAL ET_NODISCARD bool in_progress() const;

  /// Goes back to the first instruction after step() has run all.
  ///
  /// @retval Error::InvalidState It has not.
  ET_EXPERIMENTAL ET_NODISCARD Error reset_execution();
  ET_DEPRECATED ET_NODISCARD Error experimental_reset_execution();

  /// What the program says about the method. Valid as long as the program.
  MethodMeta method_meta() const;

  size_t inputs_size() const;
  size_t outputs_size() const;

  /// An output, or an input, which then counts as set. Abort if there is none.
  const EValue& get_output(size_t i) const;
  ET_DEPRECATED const EValue& get_input(size_t i) const;
  ET_DEPRECATED EValue& mutable_input(size_t i);
  ET_DEPRECATED EValue& mutable_output(size_t i);

  EventTracer* get_event_tracer() { return event_tracer_; }

 private:
  friend class Executor;
  friend class Program;

  enum class InitializationState : uint8_t {
    Uninitialized,
    Initialized,
    InitializationFailed,
  };

  /// The next instruction.
  struct StepState {
    size_t chain_idx;
    size_t instr_idx;
  };

  Method(const Program* program, MemoryManager* memory_manager,
         EventTracer* event_tracer, Span<const Kernel> kernel_registry);

  /// As Program::load_method(), for a plan whose interface has been checked.
  ET_NODISCARD static Result<Method> load(
      executorch_flatbuffer::ExecutionPlan* s_plan, const Program* program,
      MemoryManager* memory_manager, EventTracer* event_tracer,
      const NamedDataMap* named_data_map,
      const LoadBackendOptionsMap* backend_options,
      Span<const Kernel> kernel_registry);

  ET_NODISCARD Error init(executorch_flatbuffer::ExecutionPlan* s_plan,
                          const NamedDataMap* named_data_map,
                          const LoadBackendOptionsMap* backend_options);

  bool initialized() const {
    return init_state_ == InitializationState::Initialized;
  }

  // Loading, in this order.
  ET_NODISCARD Error init_temp_allocator();
  ET_NODISCARD Error check_planned_memory() const;
  ET_NODISCARD Error allocate_values();
  ET_NODISCARD Error allocate_input_flags(MemoryAllocator* allocator);
  ET_NODISCARD Error load_external_constants(const NamedDataMap* data_map);
  ET_NODISCARD Error
  load_external_constant(const char* key, const NamedDataMap* data_map,
                         const executorch_flatbuffer::Tensor* s_tensor);
  ET_NODISCARD Error parse_values(const NamedDataMap* data_map);
  ET_NODISCARD Error parse_value(size_t index, const NamedDataMap* data_map);
  ET_NODISCARD Error parse_list(size_t index);
  ET_NODISCARD Result<const NamedDataMap*> merge_data_maps(
      const NamedDataMap* data_map);
  ET_NODISCARD Error
  init_delegates(const NamedDataMap* data_map,
                 const LoadBackendOptionsMap* backend_options);
  ET_NODISCARD Error init_chains();
  ET_NODISCARD Error init_chain(const executorch_flatbuffer::Chain* s_chain,
                                Chain* chain, size_t* num_missing);
  ET_NODISCARD Error
  init_instruction(const executorch_flatbuffer::Instruction* s_instruction,
                   Instruction* instruction);
  ET_NODISCARD Error resolve_kernel(
      const executorch_flatbuffer::KernelCall* call, Instruction* instruction);

  // Inputs.
  ET_NODISCARD Error set_tensor_input(const aten::Tensor& dst,
                                      const aten::Tensor& src,
                                      size_t input_idx);
  ET_NODISCARD Error check_can_set_input(const EValue& input_evalue,
                                         size_t input_idx) const;

  // Execution.
  bool running() const;
  ET_NODISCARD Error run_next();
  ET_NODISCARD Error rewind();
  ET_NODISCARD Error check_inputs_set() const;
  ET_NODISCARD Error run_all();
  ET_NODISCARD Error execute_instruction();
  ET_NODISCARD Error call_kernel(const Instruction& instruction);
  ET_NODISCARD Error call_delegate(const Instruction& instruction);
  void log_outputs();

  const EValue& get_value(size_t i) const;
  EValue& mutable_value(size_t i);
  size_t get_input_index(size_t i) const;
  size_t get_output_index(size_t i) const;

  StepState step_state_;
  const Program* program_;
  MemoryManager* memory_manager_;
  MemoryAllocator* temp_allocator_;
  /// Owned; nullptr if the caller supplies temporary memory.
  internal::PlatformMemoryAllocator* platform_allocator_;
  executorch_flatbuffer::ExecutionPlan* serialization_plan_;
  EventTracer* event_tracer_;

  size_t n_value_;
  EValue* values_;
  bool* input_set_;
  bool* input_is_read_;

  size_t n_delegate_;
  BackendDelegate* delegates_;

  size_t n_chains_;
  Chain* chains_;

  internal::MergedDataMap* merged_data_map_;
  NamedData* external_constants_;
  size_t n_external_constants_;
  Span<const Kernel> kernel_registry_;
  InitializationState init_state_;
};

}  // namespace runtime
}  // namespace executorch
