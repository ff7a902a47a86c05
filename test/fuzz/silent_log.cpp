#include <executorch/runtime/platform/platform.h>

/// Nearly every input is refused with a message.
extern "C" void et_pal_emit_log_message(et_timestamp_t, et_pal_log_level_t,
                                        const char*, const char*, size_t,
                                        const char*, size_t) {}
