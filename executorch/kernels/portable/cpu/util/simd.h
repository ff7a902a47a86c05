#pragma once

#include <cstddef>
#include <cstdint>

/// \file
/// The places where plain loops need help to become vector code.

/// Before a loop: its iterations are independent although pointers may be
/// equal, as in a pointwise kernel that works in place.
#if defined(__clang__)
#define ET_IVDEP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define ET_IVDEP _Pragma("GCC ivdep")
#else
#define ET_IVDEP
#endif

#if defined(__GNUC__)
#define ET_ALWAYS_INLINE inline __attribute__((always_inline))
#define ET_NOINLINE __attribute__((noinline))
#else
#define ET_ALWAYS_INLINE inline
#define ET_NOINLINE
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ET_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define ET_SANITIZED 1
#endif
#endif

/// ET_X86_TARGETS: functions may be compiled for newer x86-64 CPUs than the
/// build's and chosen when they run.
#if defined(__GNUC__) && defined(__x86_64__) && !defined(ET_NO_X86_TARGETS)
#define ET_X86_TARGETS 1
#endif

/// Before a function: it is compiled for several CPUs, and the loader chooses.
/// Needs the dynamic loader's support, which sanitizers disturb.
#if defined(ET_X86_TARGETS) && defined(__GLIBC__) && defined(__OPTIMIZE__) && \
    !defined(ET_SANITIZED) && !defined(__clang__)
#define ET_TARGET_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ET_TARGET_CLONES
#endif

#if defined(__GNUC__)
namespace executorch::kernels::portable {

/// A vector of floats that a CPU register holds; may lie at any address.
template <size_t nbytes>
struct VectorOf {
  using Type __attribute__((vector_size(nbytes), aligned(4))) = float;
};

}  // namespace executorch::kernels::portable
#endif
