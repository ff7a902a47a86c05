#pragma once

#include <cstddef>
#include <cstring>

#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

/// Options for the backends of a method that is being loaded, by backend id.
class LoadBackendOptionsMap final {
 public:
  /// Sets all options of a backend, in place of those set before.
  ///
  /// @param[in] backend_id Name of the backend; copied.
  /// @param[in] options Not copied; must live until the method is loaded.
  /// @retval Error::InvalidArgument The id is null, empty or longer than 63
  ///     bytes, or there are 8 backends already.
  Error set_options(const char* backend_id, Span<BackendOption> options);

  /// Sets the options that a builder holds in view(), for its backend_id().
  template <typename Builder>
  Error set_options(Builder& builder) {
    return set_options(builder.backend_id(), builder.view());
  }

  /// Returns the options of a backend; none if it has none.
  Span<const BackendOption> get_options(const char* backend_id) const;

  /// Tells whether options were set for a backend.
  bool has_options(const char* backend_id) const {
    return find(backend_id) < size_;
  }

  /// Number of backends with options.
  size_t size() const { return size_; }

  struct EntryView {
    const char* backend_id = nullptr;
    Span<const BackendOption> options;
  };

  /// Returns an entry, for an index below size().
  EntryView entry_at(size_t index) const {
    ET_DCHECK_MSG(index < size_, "entry %zu of %zu", index, size_);
    return {entries_[index].backend_id,
            {entries_[index].options.data(), entries_[index].options.size()}};
  }

 private:
  static constexpr size_t kMaxBackends = 8;
  static constexpr size_t kMaxBackendIdLength = 64;

  struct Entry {
    char backend_id[kMaxBackendIdLength]{};
    Span<BackendOption> options;
  };

  /// Returns the index of an entry, or size_.
  size_t find(const char* backend_id) const;

  Entry entries_[kMaxBackends];
  size_t size_ = 0;
};

}  // namespace runtime
}  // namespace executorch
