#pragma once

/// The calls of the runtime to an event tracer. Each accepts nullptr, and does
/// nothing at all unless ET_EVENT_TRACER_ENABLED is defined.

#include <executorch/runtime/core/event_tracer.h>

namespace executorch {
namespace runtime {
namespace internal {

inline constexpr bool event_tracer_enabled() {
#ifdef ET_EVENT_TRACER_ENABLED
  return true;
#else
  return false;
#endif
}

/// Tells whether there is a tracer to call.
inline bool event_tracer_present(const EventTracer* event_tracer) {
  return event_tracer_enabled() && event_tracer != nullptr;
}

inline void event_tracer_create_event_block(EventTracer* event_tracer,
                                            char const* name) {
  if (event_tracer_present(event_tracer)) {
    event_tracer->create_event_block(name);
  }
}

inline EventTracerEntry event_tracer_begin_profiling_event(
    EventTracer* event_tracer, char const* name) {
  return event_tracer_present(event_tracer)
             ? event_tracer->start_profiling(name)
             : EventTracerEntry();
}

inline void event_tracer_end_profiling_event(EventTracer* event_tracer,
                                             EventTracerEntry event) {
  if (event_tracer_present(event_tracer)) {
    event_tracer->end_profiling(event);
  }
}

inline AllocatorID event_tracer_track_allocator(EventTracer* event_tracer,
                                                const char* name) {
  return event_tracer_present(event_tracer)
             ? event_tracer->track_allocator(name)
             : 0;
}

inline void event_tracer_track_allocation(EventTracer* event_tracer,
                                          AllocatorID id, size_t size) {
  if (event_tracer_present(event_tracer)) {
    event_tracer->track_allocation(id, size);
  }
}

inline void event_tracer_log_evalue(EventTracer* event_tracer, EValue& evalue) {
  if (event_tracer_present(event_tracer) &&
      event_tracer->event_tracer_debug_level() >=
          EventTracerDebugLogLevel::kIntermediateOutputs) {
    (void)event_tracer->log_evalue(evalue,
                                   LoggedEValueType::kIntermediateOutput);
  }
}

inline void event_tracer_log_evalue_output(EventTracer* event_tracer,
                                           const EValue& evalue) {
  if (event_tracer_present(event_tracer) &&
      event_tracer->event_tracer_debug_level() >=
          EventTracerDebugLogLevel::kProgramOutputs) {
    (void)event_tracer->log_evalue(evalue, LoggedEValueType::kProgramOutput);
  }
}

inline void event_tracer_set_bundled_input_index(EventTracer* event_tracer,
                                                 int bundled_input_index) {
  if (event_tracer_present(event_tracer)) {
    event_tracer->set_bundled_input_index(bundled_input_index);
  }
}

/// An event that lasts as long as the object: of an operator, which is left out
/// at level kProfileMethodOnly, or of a method.
class EventTracerProfileOpScope final {
 public:
  EventTracerProfileOpScope(EventTracer* event_tracer, const char* name)
      : event_tracer_(wants_events(event_tracer) ? event_tracer : nullptr),
        entry_(event_tracer_begin_profiling_event(event_tracer_, name)) {}
  ~EventTracerProfileOpScope() {
    event_tracer_end_profiling_event(event_tracer_, entry_);
  }

 private:
  static bool wants_events(EventTracer* event_tracer) {
    return event_tracer_present(event_tracer) &&
           event_tracer->event_tracer_profiling_level() >
               EventTracerProfilingLevel::kProfileMethodOnly;
  }

  EventTracer* event_tracer_;
  EventTracerEntry entry_;
};

using EventTracerProfileScope = EventTracerProfileOpScope;

class EventTracerProfileMethodScope final {
 public:
  EventTracerProfileMethodScope(EventTracer* event_tracer, const char* name)
      : event_tracer_(event_tracer),
        entry_(event_tracer_begin_profiling_event(event_tracer, name)) {}
  ~EventTracerProfileMethodScope() {
    event_tracer_end_profiling_event(event_tracer_, entry_);
  }

 private:
  EventTracer* event_tracer_;
  EventTracerEntry entry_;
};

/// Events belong to this instruction as long as the object lives.
class EventTracerProfileInstructionScope final {
 public:
  EventTracerProfileInstructionScope(EventTracer* event_tracer,
                                     ChainID chain_idx,
                                     DebugHandle debug_handle)
      : event_tracer_(event_tracer) {
    set(chain_idx, debug_handle);
  }
  ~EventTracerProfileInstructionScope() {
    set(kUnsetChainId, kUnsetDebugHandle);
  }

 private:
  void set(ChainID chain_idx, DebugHandle debug_handle) {
    if (event_tracer_present(event_tracer_)) {
      event_tracer_->set_chain_debug_handle(chain_idx, debug_handle);
    }
  }

  EventTracer* event_tracer_;
};

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
