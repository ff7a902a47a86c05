#include <executorch/runtime/platform/compiler.h>

#define ET_INTERNAL_PLATFORM_WEAKNESS ET_WEAK
#include <executorch/runtime/platform/platform.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

std::atomic<bool> g_initialised{false};

/// The runtime initialises the platform before its first use of it; this finds
/// applications that call the hooks on their own, and too early.
void check_initialised(const char* hook) {
  if (!g_initialised.load() &&
      !executorch::runtime::internal::pal_init_began()) {
    std::fprintf(stderr, "F executorch: PAL must be initialized before %s\n",
                 hook);
    std::abort();
  }
}

}  // namespace

void et_pal_init(void) { g_initialised.store(true); }

void et_pal_abort(void) { std::abort(); }

et_timestamp_t et_pal_current_ticks(void) {
  check_initialised(__func__);
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
    return 0;
  }
  return static_cast<et_timestamp_t>(now.tv_sec) * 1000000000u +
         static_cast<et_timestamp_t>(now.tv_nsec);
}

et_tick_ratio_t et_pal_ticks_to_ns_multiplier(void) { return {1, 1}; }

void et_pal_emit_log_message(ET_UNUSED et_timestamp_t timestamp,
                             et_pal_log_level_t level, const char* filename,
                             ET_UNUSED const char* function, size_t line,
                             const char* message, ET_UNUSED size_t length) {
  check_initialised(__func__);
  std::fprintf(stderr, "%c executorch:%s:%zu] %s\n", static_cast<int>(level),
               filename, line, message);
}

void* et_pal_allocate(size_t size) { return std::malloc(size); }

void et_pal_free(void* ptr) { std::free(ptr); }
