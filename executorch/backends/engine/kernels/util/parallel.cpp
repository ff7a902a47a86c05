#include <executorch/backends/engine/kernels/util/parallel.h>

#ifdef ET_USE_THREADPOOL
#include <executorch/extension/threadpool/threadpool.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>

namespace executorch::backends::engine {
namespace {

/// A thread of the pool takes some microseconds to wake.
constexpr size_t kMinMultiplyAdds = 200000;
constexpr size_t kMaxWorkers = 64;
constexpr size_t kRangesPerWorker = 4;

size_t pool_size() {
#ifdef ET_USE_THREADPOOL
  return extension::threadpool::get_threadpool()->get_thread_count();
#else
  return 1;
#endif
}

#ifdef ET_USE_THREADPOOL
/// Tasks that are left of a range, counted on a cache line of its own.
struct alignas(64) Range {
  std::atomic<size_t> next{0};
  size_t end = 0;
};

/// Each worker begins with a range of tasks of its own, so that it finds in its
/// cache what it wrote for the node before; then it helps the others.
void share(size_t n_tasks, size_t n_workers,
           runtime::FunctionRef<void(size_t task, size_t worker)> work) {
  std::array<Range, kMaxWorkers> ranges;
  for (size_t i = 0; i < n_workers; ++i) {
    ranges[i].next = part_begin(n_tasks, n_workers, i);
    ranges[i].end = part_begin(n_tasks, n_workers, i + 1);
  }
  extension::threadpool::get_threadpool()->run(
      [&](size_t worker) {
        for (size_t i = 0; i < n_workers; ++i) {
          Range& range = ranges[(worker + i) % n_workers];
          for (size_t task = range.next++; task < range.end;
               task = range.next++) {
            work(task, worker);
          }
        }
      },
      n_workers);
}
#endif

}  // namespace

size_t workers_for(size_t multiply_adds) {
  const size_t worth = multiply_adds / kMinMultiplyAdds;
  return worth < 2
             ? 1
             : std::clamp<size_t>(pool_size(), 1, std::min(worth, kMaxWorkers));
}

void for_each_task(
    size_t n_tasks, size_t n_workers,
    runtime::FunctionRef<void(size_t task, size_t worker)> work) {
  n_workers = std::min(n_workers, n_tasks);
#ifdef ET_USE_THREADPOOL
  // The application may have ended the threads of the pool since.
  if (n_workers > 1 && pool_size() > 1) {
    share(n_tasks, n_workers, work);
    return;
  }
#endif
  for (size_t task = 0; task < n_tasks; ++task) {
    work(task, 0);
  }
}

void for_each_range(
    size_t n, size_t n_workers,
    runtime::FunctionRef<void(size_t first, size_t last, size_t worker)> work) {
  if (n_workers == 1) {
    work(0, n, 0);
    return;
  }
  const size_t parts = std::min(n, n_workers * kRangesPerWorker);
  for_each_task(parts, n_workers, [&](size_t part, size_t worker) {
    work(part_begin(n, parts, part), part_begin(n, parts, part + 1), worker);
  });
}

}  // namespace executorch::backends::engine
