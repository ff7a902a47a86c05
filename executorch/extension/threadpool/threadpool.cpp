#include <executorch/extension/threadpool/threadpool.h>

#include <executorch/extension/threadpool/thread_sanitizer.h>
#include <executorch/extension/threadpool/threadpool_guard.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/log.h>

#include <pthread.h>

#include <atomic>

namespace executorch {
namespace extension {
namespace threadpool {

namespace {

thread_local bool t_guarded = false;

/// The pool of the process. It is never freed: threads may outlive main().
std::atomic<ThreadPool*> g_pool{nullptr};

/// The threads of the pool did not follow into the child, which must not wait
/// for them.
void forget_pool() { g_pool.store(nullptr); }

}  // namespace

bool NoThreadPoolGuard::is_enabled() { return t_guarded; }
void NoThreadPoolGuard::set_enabled(bool enabled) { t_guarded = enabled; }

ThreadPool::ThreadPool(size_t thread_count) { restart(thread_count); }

void ThreadPool::restart(size_t thread_count) {
  threadpool_.reset(pthreadpool_create(thread_count));
  ET_CHECK_MSG(threadpool_ != nullptr, "no pool of %zu threads", thread_count);
}

size_t ThreadPool::get_thread_count() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return threadpool_ == nullptr
             ? 0
             : pthreadpool_get_threads_count(threadpool_.get());
}

bool ThreadPool::_unsafe_reset_threadpool(uint32_t num_threads) {
  if (num_threads != 0 && num_threads != get_thread_count()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    restart(num_threads);
  }
  return true;
}

void ThreadPool::_unsafe_destroy_threadpool() {
  const std::lock_guard<std::mutex> lock(mutex_);
  threadpool_.reset();
}

void ThreadPool::run(runtime::FunctionRef<void(size_t)> fn, size_t range) {
  if (NoThreadPoolGuard::is_enabled()) {
    for (size_t i = 0; i < range; ++i) {
      fn(i);
    }
    return;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  ET_CHECK_MSG(threadpool_ != nullptr, "the pool was destroyed");
  internal::tsan_release(&fn);
  pthreadpool_parallelize_1d(
      threadpool_.get(),
      [](void* context, size_t i) {
        internal::tsan_acquire(context);
        const NoThreadPoolGuard guard;
        (*static_cast<runtime::FunctionRef<void(size_t)>*>(context))(i);
        internal::tsan_release(context);
      },
      &fn, range, 0);
  internal::tsan_acquire(&fn);
}

ThreadPool* get_threadpool() {
  static std::mutex mutex;
  ThreadPool* pool = g_pool.load();
  if (pool == nullptr) {
    const std::lock_guard<std::mutex> lock(mutex);
    static const int registered = pthread_atfork(nullptr, nullptr, forget_pool);
    (void)registered;
    pool = g_pool.load();
    if (pool == nullptr) {
      pool = new ThreadPool();
      g_pool.store(pool);
    }
  }
  return pool;
}

pthreadpool_t get_pthreadpool() {
  return NoThreadPoolGuard::is_enabled() ? nullptr
                                         : get_threadpool()->threadpool_.get();
}

}  // namespace threadpool
}  // namespace extension
}  // namespace executorch
