#include <executorch/runtime/backend/backend_options_map.h>

namespace executorch {
namespace runtime {

size_t LoadBackendOptionsMap::find(const char* backend_id) const {
  size_t i = 0;
  while (i < size_ && (backend_id == nullptr ||
                       std::strcmp(entries_[i].backend_id, backend_id) != 0)) {
    ++i;
  }
  return i;
}

Error LoadBackendOptionsMap::set_options(const char* backend_id,
                                         Span<BackendOption> options) {
  if (backend_id == nullptr || backend_id[0] == '\0' ||
      std::strlen(backend_id) >= kMaxBackendIdLength) {
    return Error::InvalidArgument;
  }
  const size_t i = find(backend_id);
  if (i == kMaxBackends) {
    return Error::InvalidArgument;
  }
  internal::copy_text(entries_[i].backend_id, kMaxBackendIdLength, backend_id);
  entries_[i].options = options;
  size_ = i == size_ ? size_ + 1 : size_;
  return Error::Ok;
}

Span<const BackendOption> LoadBackendOptionsMap::get_options(
    const char* backend_id) const {
  const size_t i = find(backend_id);
  if (i == size_) {
    return {};
  }
  return {entries_[i].options.data(), entries_[i].options.size()};
}

}  // namespace runtime
}  // namespace executorch
