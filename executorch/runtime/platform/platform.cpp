#include <executorch/runtime/platform/platform.h>

#include <atomic>
#include <cstdlib>

#include <executorch/runtime/platform/log.h>

namespace executorch {
namespace runtime {

namespace {

PalImpl g_table = {
    et_pal_init,
    et_pal_abort,
    et_pal_current_ticks,
    et_pal_ticks_to_ns_multiplier,
    et_pal_emit_log_message,
    et_pal_allocate,
    et_pal_free,
    nullptr,
};
bool g_registered = false;
/// Set before init() is called, which may log.
std::atomic<bool> g_initialised{false};

/// The table; initialised, if the application has not done so.
const PalImpl& table() {
  if (!internal::pal_init_began()) {
    pal_init();
  }
  return g_table;
}

template <typename Fn>
void replace(Fn& present, Fn replacement) {
  if (replacement != nullptr) {
    present = replacement;
  }
}

}  // namespace

PalImpl PalImpl::create(pal_emit_log_message_method emit_log_message,
                        const char* source_filename) {
  return create(nullptr, nullptr, nullptr, nullptr, emit_log_message, nullptr,
                nullptr, source_filename);
}

PalImpl PalImpl::create(
    pal_init_method init, pal_abort_method abort,
    pal_current_ticks_method current_ticks,
    pal_ticks_to_ns_multiplier_method ticks_to_ns_multiplier,
    pal_emit_log_message_method emit_log_message, pal_allocate_method allocate,
    pal_free_method free, const char* source_filename) {
  PalImpl impl{};
  impl.init = init;
  impl.abort = abort;
  impl.current_ticks = current_ticks;
  impl.ticks_to_ns_multiplier = ticks_to_ns_multiplier;
  impl.emit_log_message = emit_log_message;
  impl.allocate = allocate;
  impl.free = free;
  impl.source_filename = source_filename;
  return impl;
}

bool register_pal(PalImpl impl) {
  PalImpl& present = g_table;
  if (g_registered) {
    ET_LOG(
        Error, "register_pal: platform of %s replaced by that of %s",
        present.source_filename ? present.source_filename : "an unnamed file",
        impl.source_filename ? impl.source_filename : "an unnamed file");
  }
  g_registered = true;
  replace(present.init, impl.init);
  replace(present.abort, impl.abort);
  replace(present.current_ticks, impl.current_ticks);
  replace(present.ticks_to_ns_multiplier, impl.ticks_to_ns_multiplier);
  replace(present.emit_log_message, impl.emit_log_message);
  replace(present.allocate, impl.allocate);
  replace(present.free, impl.free);
  replace(present.source_filename, impl.source_filename);
  if (impl.init != nullptr) {
    g_initialised.store(true);
    impl.init();
  }
  return true;
}

const PalImpl* get_pal_impl() { return &g_table; }

bool internal::pal_init_began() { return g_initialised.load(); }

void pal_init() {
  g_initialised.store(true);
  g_table.init();
}

void pal_abort() {
  table().abort();
  std::abort();
}

et_timestamp_t pal_current_ticks() { return table().current_ticks(); }

et_tick_ratio_t pal_ticks_to_ns_multiplier() {
  return table().ticks_to_ns_multiplier();
}

void pal_emit_log_message(et_timestamp_t timestamp, et_pal_log_level_t level,
                          const char* filename, const char* function,
                          size_t line, const char* message, size_t length) {
  table().emit_log_message(timestamp, level, filename, function, line, message,
                           length);
}

void* pal_allocate(size_t size) { return table().allocate(size); }

void pal_free(void* ptr) { table().free(ptr); }

}  // namespace runtime
}  // namespace executorch
