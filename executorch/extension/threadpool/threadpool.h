#pragma once

#include <executorch/runtime/core/function_ref.h>

#include <pthreadpool.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace executorch {
namespace extension {
namespace threadpool {

/// Threads that wait for work. One piece of work runs at a time.
class ThreadPool final {
 public:
  /// @param[in] thread_count Number of threads, the caller's included; 0 for as
  ///     many as there are cores.
  explicit ThreadPool(size_t thread_count = 0);
  ~ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Number of threads, the caller's included; 0 after
  /// _unsafe_destroy_threadpool().
  size_t get_thread_count() const;

  /// Starts over with another number of threads; 0 changes nothing. Nothing may
  /// run in the pool, and what get_pthreadpool() returned before is invalid.
  ///
  /// @returns true.
  [[deprecated("experimental: may change or go away")]] bool
  _unsafe_reset_threadpool(uint32_t num_threads);

  /// Ends the threads; run() must not be called afterwards. The same
  /// conditions.
  [[deprecated("experimental: may change or go away")]] void
  _unsafe_destroy_threadpool();

  /// Calls fn(i) for each i below `range`, in no certain order and on any of
  /// the threads; returns when all calls have. What a call gives to the pool
  /// runs on its own thread.
  void run(runtime::FunctionRef<void(size_t)> fn, size_t range);

 private:
  friend pthreadpool_t get_pthreadpool();

  struct Destroy {
    void operator()(pthreadpool_t pool) const { pthreadpool_destroy(pool); }
  };

  void restart(size_t thread_count);

  mutable std::mutex mutex_;
  std::unique_ptr<pthreadpool, Destroy> threadpool_;
};

/// Returns the pool of the process. After fork(), the child has a new one.
ThreadPool* get_threadpool();

/// Returns the same as pthreadpool knows it, for libraries that take one, or
/// nullptr under a NoThreadPoolGuard.
pthreadpool_t get_pthreadpool();

}  // namespace threadpool
}  // namespace extension
}  // namespace executorch

/// The names of earlier releases.
namespace torch {
namespace executorch {
namespace threadpool {
using ::executorch::extension::threadpool::get_pthreadpool;
using ::executorch::extension::threadpool::get_threadpool;
using ::executorch::extension::threadpool::ThreadPool;
}  // namespace threadpool
}  // namespace executorch
}  // namespace torch
