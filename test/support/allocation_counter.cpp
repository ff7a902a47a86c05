#include "allocation_counter.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "process_limits.h"

namespace rushlight::test {
namespace {

std::atomic<size_t> allocations{0};
std::atomic<size_t> allocated_nbytes{0};

void count(size_t nbytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  allocated_nbytes.fetch_add(nbytes, std::memory_order_relaxed);
}

}  // namespace

HeapUse heap_use() { return {allocations.load(), allocated_nbytes.load()}; }

}  // namespace rushlight::test

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

// Of the sanitizer runtimes; GCC does not install the header.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void*, size_t),
    void (*free_hook)(const volatile void*));

namespace {
const int kInstalled = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, size_t nbytes) { rushlight::test::count(nbytes); },
    [](const volatile void*) {});
}  // namespace

#else

// The allocator of the C library under its other names; operator new ends in
// malloc.
extern "C" {
void* __libc_malloc(size_t nbytes);
void* __libc_calloc(size_t count, size_t nbytes);
void* __libc_realloc(void* block, size_t nbytes);
void* __libc_memalign(size_t alignment, size_t nbytes);

void* malloc(size_t nbytes) {
  rushlight::test::count(nbytes);
  return __libc_malloc(nbytes);
}

void* calloc(size_t count, size_t nbytes) {
  rushlight::test::count(count * nbytes);
  return __libc_calloc(count, nbytes);
}

void* realloc(void* block, size_t nbytes) {
  rushlight::test::count(nbytes);
  return __libc_realloc(block, nbytes);
}

void* memalign(size_t alignment, size_t nbytes) {
  rushlight::test::count(nbytes);
  return __libc_memalign(alignment, nbytes);
}

void* aligned_alloc(size_t alignment, size_t nbytes) {
  rushlight::test::count(nbytes);
  return __libc_memalign(alignment, nbytes);
}

int posix_memalign(void** block, size_t alignment, size_t nbytes) {
  rushlight::test::count(nbytes);
  *block = __libc_memalign(alignment, nbytes);
  return *block == nullptr ? ENOMEM : 0;
}
}

#endif
