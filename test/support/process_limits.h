#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>

namespace rushlight::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kHasSanitizer = true;
#else
inline constexpr bool kHasSanitizer = false;
#endif

/// Limits this process and what it executes: SIGALRM after `seconds`, failing
/// allocations above the address space (a sanitizer's shadow needs more than
/// any such limit), no core files.
inline void limit_process(unsigned seconds, size_t address_space_nbytes) {
  ::alarm(seconds);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (!kHasSanitizer) {
    const rlimit memory{address_space_nbytes, address_space_nbytes};
    ::setrlimit(RLIMIT_AS, &memory);
  }
}

}  // namespace rushlight::test
