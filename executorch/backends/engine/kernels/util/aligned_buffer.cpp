#include <executorch/backends/engine/kernels/kernel.h>

#include <cstdint>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace executorch::backends::engine {
namespace {

/// More than there is; allocators take such a request for a fault.
constexpr size_t kLimitNbytes =
    sizeof(size_t) == 8 ? SIZE_MAX >> 25 : SIZE_MAX >> 1;

/// Buffers of several huge pages ask for them: they are filled with fewer
/// faults, and a matrix that is read once at each execution costs fewer misses
/// of the address translation.
#ifdef __linux__
void ask_for_huge_pages(void* data, size_t nbytes) {
  constexpr size_t kMinNbytes = 4 << 20;
  if (nbytes < kMinNbytes) {
    return;
  }
  const auto page_nbytes = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<uintptr_t>(data);
  const uintptr_t begin =
      (address + page_nbytes - 1) / page_nbytes * page_nbytes;
  const uintptr_t end = (address + nbytes) / page_nbytes * page_nbytes;
  // Whatever comes of it, the memory is there.
  (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}
#else
void ask_for_huge_pages(void*, size_t) {}
#endif

}  // namespace

AlignedBuffer::~AlignedBuffer() {
  ::operator delete (data_, std::align_val_t{kAlignment});
}

AlignedBuffer::AlignedBuffer(AlignedBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      nbytes_(std::exchange(other.nbytes_, 0)) {}

AlignedBuffer& AlignedBuffer::operator=(AlignedBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(nbytes_, other.nbytes_);
  return *this;
}

Error AlignedBuffer::allocate(size_t nbytes) {
  ::operator delete (data_, std::align_val_t{kAlignment});
  data_ =
      nbytes > kLimitNbytes
          ? nullptr
          : ::operator new (nbytes, std::align_val_t{kAlignment}, std::nothrow);
  nbytes_ = data_ == nullptr ? 0 : nbytes;
  ET_CHECK_OR_RETURN_ERROR(data_ != nullptr, MemoryAllocationFailed,
                           "no memory for %zu bytes", nbytes);
  ask_for_huge_pages(data_, nbytes);
  return Error::Ok;
}

}  // namespace executorch::backends::engine
