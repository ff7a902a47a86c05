#pragma once

/// The platform layer: everything the runtime asks of the system below it.
///
/// The runtime calls the `pal_*` functions. They go through a table that starts
/// out with the weak `et_pal_*` functions; a port overrides it either by
/// defining its own `et_pal_*` functions or by `register_pal()`.

#include <stddef.h>
#include <stdint.h>

#include <executorch/runtime/platform/compiler.h>
#include <executorch/runtime/platform/types.h>

/// Set to ET_WEAK only where the defaults are defined.
#ifndef ET_INTERNAL_PLATFORM_WEAKNESS
#define ET_INTERNAL_PLATFORM_WEAKNESS
#endif

extern "C" {

/// ns = ticks * numerator / denominator.
typedef struct {
  uint64_t numerator;
  uint64_t denominator;
} et_tick_ratio_t;

/// The letter that stands for a level in a log line.
typedef enum {
  kDebug = 'D',
  kInfo = 'I',
  kError = 'E',
  kFatal = 'F',
  kUnknown = '?',
} et_pal_log_level_t;

/// Called by runtime_init(), before any other hook. May be called repeatedly.
void et_pal_init(void) ET_INTERNAL_PLATFORM_WEAKNESS;

/// Ends the program. Must not return.
ET_NORETURN void et_pal_abort(void) ET_INTERNAL_PLATFORM_WEAKNESS;

/// Returns the time since an arbitrary start, never decreasing.
et_timestamp_t et_pal_current_ticks(void) ET_INTERNAL_PLATFORM_WEAKNESS;

/// Returns the length of a tick.
et_tick_ratio_t et_pal_ticks_to_ns_multiplier(void)
    ET_INTERNAL_PLATFORM_WEAKNESS;

/// Shows one log message.
///
/// @param[in] timestamp When it was logged, in ticks.
/// @param[in] level Its level.
/// @param[in] filename Base name of the source file that logs; static.
/// @param[in] function Name of the function that logs; static.
/// @param[in] line Line in that file.
/// @param[in] message Zero-terminated text; valid during the call only.
/// @param[in] length Number of bytes of `message` without the zero.
void et_pal_emit_log_message(et_timestamp_t timestamp, et_pal_log_level_t level,
                             const char* filename, const char* function,
                             size_t line, const char* message,
                             size_t length) ET_INTERNAL_PLATFORM_WEAKNESS;

/// Returns `size` bytes, or nullptr. The core itself never calls this; it is
/// for allocators that an application builds on the platform.
void* et_pal_allocate(size_t size) ET_INTERNAL_PLATFORM_WEAKNESS;

/// Gives back what et_pal_allocate() returned. nullptr is allowed.
void et_pal_free(void* ptr) ET_INTERNAL_PLATFORM_WEAKNESS;

using pal_init_method = void (*)();
using pal_abort_method = void (*)();
typedef et_timestamp_t (*et_pal_current_ticks_t)(void);
using pal_current_ticks_method = et_timestamp_t (*)();
using pal_ticks_to_ns_multiplier_method = et_tick_ratio_t (*)();
using pal_emit_log_message_method = void (*)(
    et_timestamp_t timestamp, et_pal_log_level_t level, const char* filename,
    const char* function, size_t line, const char* message, size_t length);
using pal_allocate_method = void* (*)(size_t size);
using pal_free_method = void (*)(void* ptr);

}  // extern "C"

namespace executorch {
namespace runtime {

/// A set of platform functions. A null member keeps the present one.
struct PalImpl {
  /// @param[in] emit_log_message Replacement for the log hook.
  /// @param[in] source_filename Where it comes from, for messages; static.
  static PalImpl create(pal_emit_log_message_method emit_log_message,
                        const char* source_filename);

  /// @param[in] source_filename Where the set comes from, for messages; static.
  /// The other parameters replace the hooks of the same names.
  static PalImpl create(
      pal_init_method init, pal_abort_method abort,
      pal_current_ticks_method current_ticks,
      pal_ticks_to_ns_multiplier_method ticks_to_ns_multiplier,
      pal_emit_log_message_method emit_log_message,
      pal_allocate_method allocate, pal_free_method free,
      const char* source_filename);

  pal_init_method init = nullptr;
  pal_abort_method abort = nullptr;
  pal_current_ticks_method current_ticks = nullptr;
  pal_ticks_to_ns_multiplier_method ticks_to_ns_multiplier = nullptr;
  pal_emit_log_message_method emit_log_message = nullptr;
  pal_allocate_method allocate = nullptr;
  pal_free_method free = nullptr;
  const char* source_filename;
};

/// Replaces platform functions by the non-null ones of `impl`, and calls its
/// `init` at once. A later call wins, and is logged as an error. Not
/// thread-safe: call it before the runtime is used.
///
/// @returns true, so that it can initialise a static variable.
bool register_pal(PalImpl impl);

/// Returns the present table. It lives as long as the program.
const PalImpl* get_pal_impl();

namespace internal {
/// Whether pal_init() was called; it may not have returned yet.
bool pal_init_began();
}  // namespace internal

/// What the runtime calls; each forwards to the table. Any of them initialises
/// the platform if that has not been done; where several threads may be the
/// first, init() can run on one while another calls a hook, so a platform that
/// cannot bear this needs runtime_init() before there are threads.
void pal_init();
ET_NORETURN void pal_abort();
et_timestamp_t pal_current_ticks();
et_tick_ratio_t pal_ticks_to_ns_multiplier();
void pal_emit_log_message(et_timestamp_t timestamp, et_pal_log_level_t level,
                          const char* filename, const char* function,
                          size_t line, const char* message, size_t length);
void* pal_allocate(size_t size);
void pal_free(void* ptr);

}  // namespace runtime
}  // namespace executorch
