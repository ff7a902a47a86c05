#include <executorch/backends/engine/kernels/kernel.h>

#include <cstdint>
#include <new>
#include <utility>

namespace executorch::backends::engine {
namespace {

/// More than there is; allocators take such a request for a fault.
constexpr size_t kLimitNbytes =
    sizeof(size_t) == 8 ? SIZE_MAX >> 25 : SIZE_MAX >> 1;

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
  return Error::Ok;
}

}  // namespace executorch::backends::engine
