#include <executorch/backends/engine/kernels/util/parallel.h>

#ifdef ET_USE_THREADPOOL
#include <executorch/extension/threadpool/threadpool.h>
#endif

#include <algorithm>
#include <atomic>

namespace executorch::backends::engine {
namespace {

/// A thread of the pool takes some microseconds to wake.
constexpr size_t kMinMultiplyAdds = 200000;

size_t pool_size() {
#ifdef ET_USE_THREADPOOL
  return extension::threadpool::get_threadpool()->get_thread_count();
#else
  return 1;
#endif
}

}  // namespace

size_t workers_for(size_t multiply_adds) {
  const size_t worth = multiply_adds / kMinMultiplyAdds;
  return worth < 2 ? 1 : std::clamp<size_t>(pool_size(), 1, worth);
}

void for_each_task(
    size_t n_tasks, size_t n_workers,
    runtime::FunctionRef<void(size_t task, size_t worker)> work) {
  n_workers = std::min(n_workers, n_tasks);
#ifdef ET_USE_THREADPOOL
  if (n_workers > 1) {
    // Whoever is free takes the next one: threads are not equally fast.
    std::atomic<size_t> next{0};
    extension::threadpool::get_threadpool()->run(
        [&](size_t worker) {
          for (size_t task = next++; task < n_tasks; task = next++) {
            work(task, worker);
          }
        },
        n_workers);
    return;
  }
#endif
  for (size_t task = 0; task < n_tasks; ++task) {
    work(task, 0);
  }
}

}  // namespace executorch::backends::engine
