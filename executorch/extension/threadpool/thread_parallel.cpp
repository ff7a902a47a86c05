#include <executorch/extension/threadpool/threadpool.h>
#include <executorch/runtime/kernel/thread_parallel_interface.h>

#include <algorithm>

namespace executorch {
namespace extension {

namespace {
thread_local int64_t t_thread_num = 0;
}  // namespace

int64_t get_thread_num() { return t_thread_num; }
void set_thread_num(int64_t thread_num) { t_thread_num = thread_num; }
int64_t get_thread_count() {
  return static_cast<int64_t>(threadpool::get_threadpool()->get_thread_count());
}

bool parallel_for(const int64_t begin, const int64_t end,
                  const int64_t grain_size,
                  runtime::FunctionRef<void(int64_t, int64_t)> f) {
  ET_CHECK_OR_RETURN_FALSE(begin >= 0 && end >= begin && grain_size > 0,
                           "range [%" PRId64 ", %" PRId64 "), grain %" PRId64,
                           begin, end, grain_size);
  const int64_t count = end - begin;
  if (count <= grain_size) {
    return internal::parallel_for_no_threadpool(begin, end, grain_size, f);
  }
  const int64_t num_threads = std::max<int64_t>(get_thread_count(), 1);
  const int64_t chunk =
      std::max(grain_size, count / num_threads + (count % num_threads != 0));
  const int64_t num_chunks = count / chunk + (count % chunk != 0);
  threadpool::get_threadpool()->run(
      [&](size_t i) {
        set_thread_num(static_cast<int64_t>(i));
        const int64_t first = begin + static_cast<int64_t>(i) * chunk;
        f(first, first + std::min(chunk, end - first));
      },
      static_cast<size_t>(num_chunks));
  return true;
}

}  // namespace extension
}  // namespace executorch
