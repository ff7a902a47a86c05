#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ET_THREAD_SANITIZER 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define ET_THREAD_SANITIZER 1
#endif

#ifdef ET_THREAD_SANITIZER
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace executorch {
namespace extension {
namespace threadpool {
namespace internal {

/// What a thread did before tsan_release() happened before what follows
/// tsan_acquire() of the same address. Tells ThreadSanitizer what a library
/// synchronises that was compiled without it; nothing in other builds.
inline void tsan_release([[maybe_unused]] void* address) {
#ifdef ET_THREAD_SANITIZER
  __tsan_release(address);
#endif
}

inline void tsan_acquire([[maybe_unused]] void* address) {
#ifdef ET_THREAD_SANITIZER
  __tsan_acquire(address);
#endif
}

}  // namespace internal
}  // namespace threadpool
}  // namespace extension
}  // namespace executorch
