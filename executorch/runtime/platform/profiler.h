#pragma once

/// Names of a profiler that earlier releases had. The event tracer
/// (core/event_tracer.h) replaces it; these macros do nothing.

#define EXECUTORCH_PROFILE_CREATE_BLOCK(name) ((void)(name))
#define EXECUTORCH_BEGIN_PROF(name) 0
#define EXECUTORCH_END_PROF(token_id) ((void)(token_id))
#define EXECUTORCH_SCOPE_PROF(name) ((void)(name))
#define EXECUTORCH_PROFILE_INSTRUCTION_SCOPE(chain_idx, instruction_idx) \
  ((void)(chain_idx), (void)(instruction_idx))
#define EXECUTORCH_TRACK_ALLOCATOR(name) ((void)(name), -1)
#define EXECUTORCH_TRACK_ALLOCATION(id, size) ((void)(id), (void)(size))
