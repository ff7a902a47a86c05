#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/platform.h>

namespace executorch {
namespace runtime {

/// An allocator whose allocations are recorded.
typedef uint32_t AllocatorID;
/// Index of the instruction chain that runs; -1 outside of chains.
typedef int32_t ChainID;
/// Number that the compiler gave an instruction; 0 for none.
typedef uint32_t DebugHandle;
/// Number that a delegate gave one of its operations; -1 for none.
typedef int32_t DelegateDebugIntId;

constexpr ChainID kUnsetChainId = -1;
constexpr DebugHandle kUnsetDebugHandle = 0;
constexpr DelegateDebugIntId kUnsetDelegateDebugIntId = -1;
constexpr int kUnsetBundledInputIndex = -1;

/// How a delegate names its operations: not at all, by number, or by name.
enum class DelegateDebugIdType {
  kNone,
  kInt,
  kStr,
};

/// Where a logged value was found.
enum class LoggedEValueType {
  kIntermediateOutput = 0,
  kProgramOutput = 1,
};

/// Which values are logged.
enum class EventTracerDebugLogLevel {
  kNoLogging,
  kProgramOutputs,
  kIntermediateOutputs,
};

/// What is timed.
enum class EventTracerProfilingLevel {
  kProfileMethodOnly,
  kProfileAllEvents,
};

/// Decides which intermediate outputs of a delegate are left out of the log.
class EventTracerFilterBase {
 public:
  virtual ~EventTracerFilterBase() = default;

  /// Returns true to leave the output out. The operation is given by name or by
  /// number.
  virtual Result<bool> filter(const char* name,
                              DelegateDebugIntId delegate_debug_index) = 0;
};

/// An event that has begun; end_profiling() takes it back.
struct EventTracerEntry {
  int64_t event_id;
  ChainID chain_id;
  DebugHandle debug_handle;
  et_timestamp_t start_time;
  DelegateDebugIdType delegate_event_id_type;
};

/// Records what a method does: times, allocations, values. The runtime calls it
/// only where ET_EVENT_TRACER_ENABLED is defined. Names stay the caller's and
/// are valid during the call.
class EventTracer {
 public:
  virtual ~EventTracer() {}

  /// Begins a group of events, for example one execution.
  virtual void create_event_block(const char* name) = 0;

  /// Begins an event. Without `chain_id` and `debug_handle` those set by
  /// set_chain_debug_handle() hold.
  virtual EventTracerEntry start_profiling(
      const char* name, ChainID chain_id = kUnsetChainId,
      DebugHandle debug_handle = kUnsetDebugHandle) = 0;
  virtual void end_profiling(EventTracerEntry prof_entry) = 0;

  /// The same for an operation inside a delegate, which is given by name or by
  /// number. `metadata` are bytes of the delegate.
  virtual EventTracerEntry start_profiling_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index) = 0;
  virtual void end_profiling_delegate(EventTracerEntry event_tracer_entry,
                                      const void* metadata = nullptr,
                                      size_t metadata_len = 0) = 0;
  /// An event of a delegate that is over; times in ticks.
  virtual void log_profiling_delegate(const char* name,
                                      DelegateDebugIntId delegate_debug_index,
                                      et_timestamp_t start_time,
                                      et_timestamp_t end_time,
                                      const void* metadata = nullptr,
                                      size_t metadata_len = 0) = 0;

  virtual AllocatorID track_allocator(const char* name) = 0;
  /// An allocation of `size` bytes.
  virtual void track_allocation(AllocatorID id, size_t size) = 0;

  /// Returns whether the value was logged.
  virtual Result<bool> log_evalue(const EValue& evalue,
                                  LoggedEValueType evalue_type) = 0;

  /// The same for an intermediate output inside a delegate.
  virtual Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const aten::Tensor& output) = 0;
  virtual Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const ArrayRef<aten::Tensor> output) = 0;
  virtual Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const int& output) = 0;
  virtual Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const bool& output) = 0;
  virtual Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const double& output) = 0;

  /// The filter stays the caller's; nullptr for none.
  virtual void set_delegation_intermediate_output_filter(
      EventTracerFilterBase* event_tracer_filter) = 0;

  void set_chain_debug_handle(ChainID chain_id, DebugHandle debug_handle) {
    chain_id_ = chain_id;
    debug_handle_ = debug_handle;
  }
  ChainID current_chain_id() { return chain_id_; }
  DebugHandle current_debug_handle() { return debug_handle_; }

  /// Which bundled input the next execution uses.
  void set_bundled_input_index(int bundled_input_index) {
    bundled_input_index_ = bundled_input_index;
  }
  int bundled_input_index() { return bundled_input_index_; }

  void set_event_tracer_debug_level(EventTracerDebugLogLevel log_level) {
    event_tracer_debug_level_ = log_level;
  }
  EventTracerDebugLogLevel event_tracer_debug_level() {
    return event_tracer_debug_level_;
  }

  void set_event_tracer_profiling_level(
      EventTracerProfilingLevel profiling_level) {
    event_tracer_profiling_level_ = profiling_level;
  }
  EventTracerProfilingLevel event_tracer_profiling_level() {
    return event_tracer_profiling_level_;
  }

  bool intermediate_outputs_logging_status() {
    return log_intermediate_tensors_;
  }

 protected:
  ChainID chain_id_ = kUnsetChainId;
  DebugHandle debug_handle_ = kUnsetDebugHandle;
  bool event_tracer_enable_debugging_ = false;
  bool log_intermediate_tensors_ = false;
  int bundled_input_index_ = kUnsetBundledInputIndex;
  EventTracerDebugLogLevel event_tracer_debug_level_ =
      EventTracerDebugLogLevel::kNoLogging;
  EventTracerProfilingLevel event_tracer_profiling_level_ =
      EventTracerProfilingLevel::kProfileAllEvents;
};

}  // namespace runtime
}  // namespace executorch
