#include <executorch/backends/engine/kernels/kernel.h>

#include <cstdint>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace executorch::backends::engine {
namespace {

/// More than there is; allocators take such a request for a fault.
constexpr size_t kLimitNbytes =
    sizeof(size_t) == 8 ? SIZE_MAX >> 25 : SIZE_MAX >> 1;

/// Large buffers are pages of their own: the system has them back as soon as
/// they are released, which a heap may keep. They ask for huge pages, which are
/// filled with fewer faults.
constexpr size_t kMinPagesNbytes = 1 << 20;

#ifdef __linux__
constexpr bool kHasPages = true;

void* allocate_pages(size_t nbytes) {
  void* const data = mmap(nullptr, nbytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    return nullptr;
  }
  // Whatever comes of it, the memory is there.
  (void)madvise(data, nbytes, MADV_HUGEPAGE);
  return data;
}

void release_pages(void* data, size_t nbytes) { munmap(data, nbytes); }
#else
constexpr bool kHasPages = false;

void* allocate_pages(size_t) { return nullptr; }
void release_pages(void*, size_t) {}
#endif

bool has_pages(size_t nbytes) { return kHasPages && nbytes >= kMinPagesNbytes; }

void* allocate_bytes(size_t nbytes) {
  if (nbytes > kLimitNbytes) {
    return nullptr;
  }
  return has_pages(nbytes)
             ? allocate_pages(nbytes)
             : ::operator new (nbytes, std::align_val_t{kAlignment},
                               std::nothrow);
}

void release(void* data, size_t nbytes) {
  if (data != nullptr && has_pages(nbytes)) {
    release_pages(data, nbytes);
  } else {
    ::operator delete (data, std::align_val_t{kAlignment});
  }
}

}  // namespace

AlignedBuffer::~AlignedBuffer() { release(data_, nbytes_); }

AlignedBuffer::AlignedBuffer(AlignedBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      nbytes_(std::exchange(other.nbytes_, 0)) {}

AlignedBuffer& AlignedBuffer::operator=(AlignedBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(nbytes_, other.nbytes_);
  return *this;
}

Error AlignedBuffer::allocate(size_t nbytes) {
  release(data_, nbytes_);
  data_ = allocate_bytes(nbytes);
  nbytes_ = data_ == nullptr ? 0 : nbytes;
  ET_CHECK_OR_RETURN_ERROR(data_ != nullptr, MemoryAllocationFailed,
                           "no memory for %zu bytes", nbytes);
  return Error::Ok;
}

}  // namespace executorch::backends::engine
