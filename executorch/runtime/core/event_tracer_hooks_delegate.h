#pragma once

/// The calls of delegates to an event tracer. Each accepts nullptr, and does
/// nothing at all unless ET_EVENT_TRACER_ENABLED is defined.

#include <type_traits>

#include <executorch/runtime/core/event_tracer_hooks.h>

namespace executorch {
namespace runtime {

/// An operation of a delegate, given by name or by number.
inline EventTracerEntry event_tracer_start_profiling_delegate(
    EventTracer* event_tracer, const char* name,
    DelegateDebugIntId delegate_debug_id) {
  return internal::event_tracer_present(event_tracer)
             ? event_tracer->start_profiling_delegate(name, delegate_debug_id)
             : EventTracerEntry();
}

inline void event_tracer_end_profiling_delegate(
    EventTracer* event_tracer, EventTracerEntry event_tracer_entry,
    const void* metadata = nullptr, size_t metadata_len = 0) {
  if (internal::event_tracer_present(event_tracer)) {
    event_tracer->end_profiling_delegate(event_tracer_entry, metadata,
                                         metadata_len);
  }
}

inline void event_tracer_log_profiling_delegate(
    EventTracer* event_tracer, const char* name,
    DelegateDebugIntId delegate_debug_id, et_timestamp_t start_time,
    et_timestamp_t end_time, const void* metadata = nullptr,
    size_t metadata_len = 0) {
  if (internal::event_tracer_present(event_tracer)) {
    event_tracer->log_profiling_delegate(name, delegate_debug_id, start_time,
                                         end_time, metadata, metadata_len);
  }
}

/// An intermediate output: an int, a bool, a double, a tensor or a list of
/// tensors.
template <typename T>
inline void event_tracer_log_output_delegate(
    EventTracer* event_tracer, const char* name,
    DelegateDebugIntId delegate_debug_id, const T& output) {
  static_assert(std::is_same<T, int>::value || std::is_same<T, bool>::value ||
                    std::is_same<T, double>::value ||
                    std::is_same<T, aten::Tensor>::value ||
                    std::is_same<T, ArrayRef<aten::Tensor>>::value,
                "such a value cannot be logged");
  if (internal::event_tracer_present(event_tracer)) {
    (void)event_tracer->log_intermediate_output_delegate(
        name, delegate_debug_id, output);
  }
}

}  // namespace runtime
}  // namespace executorch
