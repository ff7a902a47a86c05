#include <executorch/backends/engine/plan/mapped_pages.h>

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#endif

namespace executorch::backends::engine {

#ifdef __linux__

namespace {

/// An entry of /proc/self/pagemap: the page is of a file (or shared memory, of
/// which the mapping is not the only owner either), so no private copy.
constexpr uint64_t kIsOfFile = uint64_t{1} << 61;
constexpr size_t kEntries = 512;

void release(uintptr_t first, uintptr_t n_pages, uintptr_t page_nbytes) {
  madvise(reinterpret_cast<void*>(first), n_pages * page_nbytes, MADV_DONTNEED);
}

/// Calls release() for runs of pages of a file.
void release_pages(int pagemap, uintptr_t begin, uintptr_t end,
                   uintptr_t page_nbytes) {
  uint64_t entries[kEntries];
  while (begin < end) {
    const size_t n = std::min<size_t>(kEntries, (end - begin) / page_nbytes);
    const auto offset =
        static_cast<off_t>(begin / page_nbytes * sizeof(uint64_t));
    const ssize_t nbytes =
        pread(pagemap, entries, n * sizeof(uint64_t), offset);
    if (nbytes != static_cast<ssize_t>(n * sizeof(uint64_t))) {
      return;
    }
    for (size_t i = 0; i < n;) {
      size_t last = i;
      while (last < n && (entries[last] & kIsOfFile) != 0) {
        ++last;
      }
      if (last != i) {
        release(begin + i * page_nbytes, last - i, page_nbytes);
      }
      i = last + 1;
    }
    begin += n * page_nbytes;
  }
}

}  // namespace

void release_mapped_pages(const void* data, size_t nbytes) {
  const auto page_nbytes = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<uintptr_t>(data);
  const uintptr_t begin =
      (address + page_nbytes - 1) / page_nbytes * page_nbytes;
  const uintptr_t end = (address + nbytes) / page_nbytes * page_nbytes;
  if (begin >= end) {
    return;
  }
  const int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap >= 0) {
    release_pages(pagemap, begin, end, page_nbytes);
    close(pagemap);
  }
}

#else

void release_mapped_pages(const void*, size_t) {}

#endif

}  // namespace executorch::backends::engine
