#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <mutex>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Memory in which executables keep intermediate results while they run. Those
/// that do not run at the same time use the same buffer, which is as large as
/// the largest of them asks for; of those that do, each has one. Can be used by
/// several threads.
class Workspaces {
 public:
  /// A buffer while somebody uses it.
  class Lease {
   public:
    Lease() = default;
    Lease(Workspaces& owner, AlignedBuffer buffer)
        : owner_(&owner), buffer_(std::move(buffer)) {}
    ~Lease() {
      if (owner_ != nullptr) {
        owner_->give_back(std::move(buffer_));
      }
    }
    Lease(Lease&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)),
          buffer_(std::move(other.buffer_)) {}
    Lease& operator=(Lease&&) = delete;

    std::byte* data() const { return buffer_.as<std::byte>(); }

   private:
    Workspaces* owner_ = nullptr;
    AlignedBuffer buffer_;
  };

  Workspaces() = default;
  Workspaces(const Workspaces&) = delete;
  Workspaces& operator=(const Workspaces&) = delete;

  /// Until remove_user(), take() finds memory for one that runs alone.
  ///
  /// @retval Error::MemoryAllocationFailed There is no such user then.
  Error add_user(size_t nbytes);
  /// The last one takes all memory along.
  void remove_user();

  /// At least `nbytes`, as they were given to add_user(). Allocates only where
  /// more users run at a time than ever before.
  ///
  /// @retval Error::MemoryAllocationFailed
  Result<Lease> take(size_t nbytes);

 private:
  void give_back(AlignedBuffer buffer);
  Result<AlignedBuffer> take_buffer(size_t nbytes);

  std::mutex mutex_;
  size_t n_users_ = 0;
  size_t n_buffers_ = 0;  ///< those that are in use counted too
  std::vector<AlignedBuffer> free_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
