#include "threads.h"

#ifdef ET_USE_THREADPOOL
#include <executorch/extension/threadpool/threadpool.h>
#endif

namespace rushlight {

void add_threads_option(CLI::App& command, int& count) {
  command
      .add_option("--threads", count,
                  "Threads that delegates may use; portable kernels use one")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
}

void set_threads([[maybe_unused]] int count) {
#ifdef ET_USE_THREADPOOL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  // Nothing runs yet.
  executorch::extension::threadpool::get_threadpool()->_unsafe_reset_threadpool(
      static_cast<uint32_t>(count));
#pragma GCC diagnostic pop
#endif
}

}  // namespace rushlight
