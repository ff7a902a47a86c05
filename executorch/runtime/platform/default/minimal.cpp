#include <executorch/runtime/platform/compiler.h>

#define ET_INTERNAL_PLATFORM_WEAKNESS ET_WEAK
#include <executorch/runtime/platform/platform.h>

void et_pal_init(void) {}

void et_pal_abort(void) { __builtin_trap(); }

et_timestamp_t et_pal_current_ticks(void) { return 0; }

et_tick_ratio_t et_pal_ticks_to_ns_multiplier(void) { return {1, 1}; }

void et_pal_emit_log_message(ET_UNUSED et_timestamp_t timestamp,
                             ET_UNUSED et_pal_log_level_t level,
                             ET_UNUSED const char* filename,
                             ET_UNUSED const char* function,
                             ET_UNUSED size_t line,
                             ET_UNUSED const char* message,
                             ET_UNUSED size_t length) {}

void* et_pal_allocate(ET_UNUSED size_t size) { return nullptr; }

void et_pal_free(ET_UNUSED void* ptr) {}
