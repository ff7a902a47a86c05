#pragma once

/// parallel_for for kernels. Without ET_USE_THREADPOOL it is a plain call.

#include <cinttypes>
#include <cstdint>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/function_ref.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace extension {

namespace internal {

/// The work that is worth a thread, in elements of cheap operations.
constexpr int64_t GRAIN_SIZE = 32768;

/// Calls f(begin, end) on the calling thread.
///
/// @returns false, without a call, if the range or the grain is invalid.
template <typename Func>
inline bool parallel_for_no_threadpool(const int64_t begin, const int64_t end,
                                       const int64_t grain_size,
                                       const Func& f) {
  ET_CHECK_OR_RETURN_FALSE(begin >= 0 && end >= begin && grain_size > 0,
                           "range [%" PRId64 ", %" PRId64 "), grain %" PRId64,
                           begin, end, grain_size);
  f(begin, end);
  return true;
}

}  // namespace internal

#ifdef ET_USE_THREADPOOL

/// Splits [begin, end) into pieces of about `grain_size` and calls f on each,
/// on several threads; returns when all are done.
///
/// @returns false, without a call, if the range or the grain is invalid.
bool parallel_for(const int64_t begin, const int64_t end,
                  const int64_t grain_size,
                  runtime::FunctionRef<void(int64_t, int64_t)> f);

int64_t get_thread_count();
int64_t get_thread_num();
void set_thread_num(int64_t thread_num);

#else

template <typename Func>
bool parallel_for(const int64_t begin, const int64_t end,
                  const int64_t grain_size, const Func& func) {
  return internal::parallel_for_no_threadpool(begin, end, grain_size, func);
}

inline int64_t get_thread_num() { return 0; }
inline int64_t get_thread_count() { return 1; }
inline void set_thread_num(int64_t) {
  ET_DCHECK_MSG(false, "this build has no threads");
}

#endif

}  // namespace extension
}  // namespace executorch

/// The names of earlier releases.
namespace torch {
namespace executor {
using ::executorch::extension::get_thread_num;
using ::executorch::extension::parallel_for;
using ::executorch::extension::set_thread_num;
}  // namespace executor
}  // namespace torch
