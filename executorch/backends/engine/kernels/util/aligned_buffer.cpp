#include <executorch/backends/engine/kernels/kernel.h>

#include <new>
#include <utility>

namespace executorch::backends::engine {

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
  data_ = ::operator new (nbytes, std::align_val_t{kAlignment}, std::nothrow);
  nbytes_ = data_ == nullptr ? 0 : nbytes;
  ET_CHECK_OR_RETURN_ERROR(data_ != nullptr, MemoryAllocationFailed,
                           "no memory for %zu bytes", nbytes);
  return Error::Ok;
}

}  // namespace executorch::backends::engine
