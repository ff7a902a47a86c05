#include <executorch/backends/engine/plan/workspaces.h>

namespace executorch::backends::engine {

Error Workspaces::add_user(size_t nbytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Result<AlignedBuffer> buffer = take_buffer(nbytes);
  ET_CHECK_OK_OR_RETURN_ERROR(buffer.error());
  free_.push_back(std::move(*buffer));
  ++n_users_;
  return Error::Ok;
}

void Workspaces::remove_user() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (--n_users_ == 0) {
    // Nobody runs any more.
    free_.clear();
    n_buffers_ = 0;
  }
}

Result<Workspaces::Lease> Workspaces::take(size_t nbytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Result<AlignedBuffer> buffer = take_buffer(nbytes);
  ET_CHECK_OK_OR_RETURN_ERROR(buffer.error());
  return Lease(*this, std::move(*buffer));
}

void Workspaces::give_back(AlignedBuffer buffer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  free_.push_back(std::move(buffer));
}

/// The smallest that is large enough, so that the large ones are left to those
/// who need them; where there is none, one that is too small gives way.
Result<AlignedBuffer> Workspaces::take_buffer(size_t nbytes) {
  auto best = free_.end();
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    if (it->nbytes() >= nbytes &&
        (best == free_.end() || it->nbytes() <= best->nbytes())) {
      best = it;
    }
  }
  if (best != free_.end()) {
    AlignedBuffer buffer = std::move(*best);
    free_.erase(best);
    return buffer;
  }
  if (free_.empty()) {
    free_.reserve(++n_buffers_);
  } else {
    free_.pop_back();
  }
  AlignedBuffer buffer;
  const Error error = buffer.allocate(nbytes);
  if (error != Error::Ok) {
    --n_buffers_;
    return error;
  }
  return buffer;
}

}  // namespace executorch::backends::engine
